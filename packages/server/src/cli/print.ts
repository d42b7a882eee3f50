import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';

/** Nobody waits longer than this for a reader that does not read. */
const PATIENCE_MS = 2_000;
const STANDARD_OUTPUT = 1;

/** The error that a caller of `print` got and reports. */
let rejected: Error | undefined;

/** Writes to standard output and waits until it is written. Rejects if it is closed or nobody reads it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('nobody reads standard output')), PATIENCE_MS);
    process.stdout.write(text, (error) => {
      clearTimeout(timer);
      if (!error) return resolve();
      rejected = error;
      reject(error);
    });
  });
}

/**
 * Without a listener a closed pipe ends the process with a stack. "| head" closes one on purpose: what is left to print
 * is then nobody's, and no failure. A full disk behind the output is one.
 */
export function surviveClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error === rejected) return;
    process.stderr.write(`locutor: standard output cannot be written: ${error.message}\n`);
    process.exitCode = 1;
  });
  process.stderr.on('error', () => {});
}

/** Whether what is printed vanishes. Node opens the null device where a process starts with a closed output. */
export function printsNowhere(): boolean {
  try {
    const output = fstatSync(STANDARD_OUTPUT);
    return output.isCharacterDevice() && output.rdev === statSync(devNull).rdev;
  } catch {
    return false;
  }
}
