import { StoreError } from '../errors.ts';

const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|ENOENT|EACCES|08|57P)/;

/** Operator's words for what PostgreSQL, or the network on the way to it, said. `shown` holds no password. */
export function explainPostgres(error: unknown, shown: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  // pg hangs the client, and with it the password, on some of its errors; a log would print it.
  if (error instanceof Error) Reflect.deleteProperty(error, 'client');
  const because = { cause: error };

  // pg reports a lost connection or a time-out as an Error with no code.
  if (
    UNREACHABLE.test(code) ||
    (code === '' && /timeout|Connection terminated|not queryable/i.test(message))
  ) {
    const said = message === '' ? code : message;
    return new StoreError(
      'ERR_STORE_UNREACHABLE',
      `PostgreSQL at ${shown} cannot be reached: ${said}.`,
      because,
    );
  }
  if (code.startsWith('28') || code === '3D000' || code === '42501' || code === '53300') {
    return new StoreError('ERR_STORE_REFUSED', `PostgreSQL at ${shown} refused: ${message}.`, because);
  }
  if (code === '53100') {
    return new StoreError('ERR_STORE_FULL', `The disk of PostgreSQL at ${shown} is full.`, because);
  }
  if (code === '25006') {
    return new StoreError('ERR_STORE_NOT_WRITABLE', `PostgreSQL at ${shown} is read-only.`, because);
  }
  if (code === '22021') {
    const reason = 'The database cannot store text that holds a NUL character or invalid UTF-8.';
    return new StoreError('ERR_STORE_VALUE', reason, because);
  }
  if (code === '55P03' || code === '40P01' || code === '57014') {
    return new StoreError(
      'ERR_STORE_BUSY',
      `PostgreSQL at ${shown} is busy with other work: ${message}.`,
      because,
    );
  }
  return new StoreError('ERR_STORE_FAILED', `PostgreSQL at ${shown} failed: ${message}.`, because);
}
