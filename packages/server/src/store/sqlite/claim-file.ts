import { chmod, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@locutor/models';
import { StoreError } from '../errors.ts';

/**
 * Makes the database file one of this user alone. SQLite gives its log files the same permissions.
 *
 * A file that exists is never opened here: closing any handle on it takes away every lock that this process has on it, those
 * of open connections included. Another process would then think itself alone, and delete the log that we write to.
 */
export async function claimFile(file: string): Promise<void> {
  await makeFolder(dirname(file), 0o700);
  await createEmpty(file);
  const found = await stat(file);
  if (found.isDirectory()) {
    throw new StoreError('ERR_STORE_NOT_WRITABLE', `The database ${file} cannot be used: it is a folder.`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(file, 0o600);
}

async function createEmpty(file: string): Promise<void> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
