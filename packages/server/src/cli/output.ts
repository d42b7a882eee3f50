import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { refuseInUse, StoreError } from '../store/index.ts';

/** Where an export goes. */
export interface OutputOptions {
  /** A file (default: standard output). */
  readonly output?: string;
  /** Replace an existing file. */
  readonly force?: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .option('--output <file>', 'a file (default: standard output)')
    .option('--force', 'replace an existing file');
}

/**
 * Writes lines to standard output, or to a file that appears only when it is complete and that only this user can read:
 * exports name people. Waits for a slow reader, so that a long export is never in memory. The files `inUse` are never
 * replaced.
 */
export async function writeLines(
  lines: AsyncIterable<string>,
  options: OutputOptions,
  inUse: readonly string[],
): Promise<void> {
  const { output: file, force = false } = options;
  if (file === undefined) return toStdout(lines);
  await refuseInUse(resolve(file), inUse);
  if (!force && (await stat(file).catch(() => undefined)) !== undefined) throw exists(file);
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for await (const line of lines) await handle.appendFile(line);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a rename, a link fails if the file was created in the meantime.
    await (force ? rename(temporary, file) : link(temporary, file));
  } catch (error) {
    const { syscall, code, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    if (code === 'EEXIST') throw exists(file);
    throw new StoreError('ERR_STORE_VALUE', `${file} cannot be written: ${message}.`);
  } finally {
    await rm(temporary, { force: true });
  }
}

function exists(file: string): StoreError {
  return new StoreError('ERR_STORE_VALUE', `${file} already exists; --force replaces it.`);
}

async function toStdout(lines: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  let gone = false;
  // "| head" closes the pipe; nobody reads the rest of the export.
  stdout.on('error', () => {
    gone = true;
  });
  for await (const line of lines) {
    if (gone) return;
    if (!stdout.write(line)) await drained(stdout);
  }
}

/** Waits until the stream accepts more, or is closed. */
async function drained(stream: NodeJS.WritableStream): Promise<void> {
  const over = new AbortController();
  const events = ['drain', 'close'].map((event) => once(stream, event, { signal: over.signal }));
  await Promise.race(events).catch(() => {});
  // Removes the listener of the event that did not come.
  over.abort();
}
