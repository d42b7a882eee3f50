import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refuseInUse, StoreError } from '../store/index.ts';

/** Where the options of an export have it go. */
export interface OutputOptions {
  /** A file; standard output without. */
  readonly output?: string;
  /** Replace a file that is there. */
  readonly force?: boolean;
}

/**
 * Writes lines to standard output, or to a file that is there only once it is whole, and for this user alone: exports
 * name people. Waits for a slow reader, so that a long export is never in memory. None of the files `inUse` is replaced.
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
    // A link fails where a rename would replace what came to be there meanwhile.
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
  return new StoreError('ERR_STORE_VALUE', `${file} is there already; --force replaces it.`);
}

async function toStdout(lines: AsyncIterable<string>): Promise<void> {
  const { stdout } = process;
  let gone = false;
  // "| head" closes the pipe; the rest of the export is then nobody's.
  stdout.on('error', () => {
    gone = true;
  });
  for await (const line of lines) {
    if (gone) return;
    if (!stdout.write(line)) await drained(stdout);
  }
}

/** Until it takes more, or is gone. */
async function drained(stream: NodeJS.WritableStream): Promise<void> {
  const over = new AbortController();
  const events = ['drain', 'close'].map((event) => once(stream, event, { signal: over.signal }));
  await Promise.race(events).catch(() => {});
  // The listeners of the one that did not come.
  over.abort();
}
