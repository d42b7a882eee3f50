import { access, chmod, constants, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@locutor/models';
import { StoreError } from '../errors.ts';

/**
 * Makes the database file one of this user alone. SQLite gives its log files the same permissions. Returns where the file is: its
 * logs lie beside it, and not beside a link to it.
 *
 * A file that exists is never opened here: closing any handle on it takes away every lock that this process has on it, those
 * of open connections included. Another process would then think itself alone, and delete the log that we write to.
 */
export async function claimFile(file: string): Promise<string> {
  await makeFolder(dirname(file), 0o700);
  const isNew = await createEmpty(file, 'wx');
  // A link to nothing exists, and its file can be made.
  if (!isNew && !(await exists(file))) await createEmpty(file, 'a');
  const found = await stat(file);
  if (found.isDirectory()) {
    throw new StoreError('ERR_STORE_NOT_WRITABLE', `The database ${file} cannot be used: it is a folder.`);
  }
  await access(file, constants.W_OK);
  if ((found.mode & 0o077) !== 0) await chmod(file, 0o600);
  return realpath(file);
}

async function createEmpty(file: string, flag: 'wx' | 'a'): Promise<boolean> {
  try {
    await writeFile(file, '', { flag, mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
