import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../usage-error.ts';

/** Writes a file that appears only when it is complete, with the folders it is in; replaces an earlier one. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}
