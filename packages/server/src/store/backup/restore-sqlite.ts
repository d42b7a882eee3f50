import { link, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreError } from '../errors.ts';
import { syncFolder } from '../keys/key-file.ts';
import { explainSqlite } from '../sqlite/explain.ts';

export interface Replacement {
  /** Where what was there before goes. */
  readonly kept: string;
  /** Called once nothing can be refused any more. */
  readonly addKeys: () => Promise<void>;
}

/** Puts the prepared file in the place of the database. False when there was none before. */
export async function restoreSqlite(
  prepared: string,
  file: string,
  replacement: Replacement,
): Promise<boolean> {
  const found = (await stat(file).catch(() => undefined))?.isFile() ?? false;
  const damaged = found && (await leaveLog(file)) === 'damaged';
  await replacement.addKeys();
  // A log that does not fit the new file would spoil it; that of a whole database is empty by now.
  for (const suffix of damaged ? ['-wal', '-shm'] : []) {
    await rename(file + suffix, replacement.kept + suffix).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  // A second name first, then one rename: at no moment is there no database.
  if (found) await link(file, replacement.kept);
  await rename(prepared, file);
  await syncFolder(dirname(file));
  return found;
}

/** SQLite leaves the write-ahead log, and removes its files, only when no other process has the database open. */
async function leaveLog(file: string): Promise<'whole' | 'damaged'> {
  const { default: Driver } = await import('libsql');
  const handle = new Driver(file);
  try {
    handle.exec('pragma busy_timeout = 500');
    handle.exec('pragma journal_mode = delete');
    return 'whole';
  } catch (error) {
    const explained = explainSqlite(error, file);
    if (explained.code === 'ERR_STORE_DAMAGED') return 'damaged';
    if (explained.code !== 'ERR_STORE_BUSY') throw explained;
    const reason = `The database ${file} is in use. Stop the server before restoring.`;
    throw new StoreError('ERR_STORE_BUSY', reason, { cause: error });
  } finally {
    handle.close();
  }
}
