import { StoreError } from '../errors.ts';

/** Operator's words for what SQLite or the file system said about the database file. */
export function explainSqlite(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const because = { cause: error };
  const is = (...prefixes: string[]) => prefixes.some((prefix) => code.startsWith(prefix));

  if (is('SQLITE_FULL', 'ENOSPC', 'EDQUOT')) {
    return new StoreError(
      'ERR_STORE_FULL',
      `There is no room left on the disk for the database ${file}.`,
      because,
    );
  }
  // Not every error of libsql has a code.
  const refused = message.startsWith('ConnectionFailed') || message.includes('readonly database');
  if (refused || is('SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM')) {
    return notWritable(file, 'it cannot be opened for writing', because);
  }
  if (is('EACCES', 'EPERM')) return notWritable(file, 'this user may not write there', because);
  if (is('ENOENT')) return notWritable(file, 'nothing can be created there', because);
  if (is('EROFS')) return notWritable(file, 'the file system is read-only', because);
  if (is('ENOTDIR', 'EEXIST')) return notWritable(file, 'a part of its path is not a folder', because);
  if (is('SQLITE_NOTADB', 'SQLITE_CORRUPT')) {
    return new StoreError(
      'ERR_STORE_DAMAGED',
      `${file} is not a database or is damaged: ${message}.`,
      because,
    );
  }
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED')) {
    return new StoreError('ERR_STORE_BUSY', `Another process keeps the database ${file} locked.`, because);
  }
  return new StoreError('ERR_STORE_FAILED', `The database ${file} failed: ${message}.`, because);
}

function notWritable(file: string, reason: string, because: ErrorOptions): StoreError {
  return new StoreError('ERR_STORE_NOT_WRITABLE', `The database ${file} cannot be used: ${reason}.`, because);
}
