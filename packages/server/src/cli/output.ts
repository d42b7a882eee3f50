import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
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
 * Writes lines to standard output, or to a file that only this user can read: exports name people. The files `inUse` are
 * never replaced.
 */
export async function writeLines(
  lines: AsyncIterable<string>,
  options: OutputOptions,
  inUse: readonly string[],
): Promise<void> {
  if (options.output !== undefined) await refuseInUse(resolve(options.output), inUse);
  await writeParts(lines, options, { mode: 0o600 });
}

interface FileWork {
  /** Of the file; by default what the system gives every file. */
  readonly mode?: number;
  /** Called when all parts are in the file. */
  complete?(file: FileHandle): Promise<void>;
}

/**
 * Writes to standard output, or to a file that appears only when it is complete. Waits for a slow reader, so that a long
 * output is never in memory.
 */
export async function writeParts(
  parts: AsyncIterable<string | Uint8Array>,
  options: OutputOptions,
  { mode, complete }: FileWork = {},
): Promise<void> {
  const { output: file, force = false } = options;
  if (file === undefined) return toStdout(parts);
  if (!force && (await stat(file).catch(() => undefined)) !== undefined) throw exists(file);
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(temporary, 'wx+', mode);
    try {
      for await (const part of parts) await handle.appendFile(part);
      await complete?.(handle);
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

async function toStdout(parts: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { stdout } = process;
  let gone = false;
  // "| head" closes the pipe; nobody reads the rest.
  stdout.on('error', () => {
    gone = true;
  });
  for await (const part of parts) {
    if (gone) return;
    if (!stdout.write(part)) await drained(stdout);
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
