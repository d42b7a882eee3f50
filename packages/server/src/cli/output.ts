import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { StoreError } from '../store/index.ts';

/**
 * Writes lines to standard output, or to a file that is there only once it is whole, and for this user alone: exports
 * name people. Waits for a slow reader, so that a long export is never in memory.
 */
export async function writeLines(lines: AsyncIterable<string>, file: string | undefined): Promise<void> {
  if (file === undefined) return toStdout(lines);
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for await (const line of lines) await handle.appendFile(line);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new StoreError('ERR_STORE_VALUE', `${file} cannot be written: ${(error as Error).message}.`);
  }
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
    if (!stdout.write(line))
      await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => {});
  }
}
