import { StoreError } from '../errors.ts';

/**
 * What libsql 0.5.29 may be given. Measured on that version: a boolean aborts the whole process, text is cut at a
 * NUL character, NaN becomes NULL, and every number is stored as a float where the column has no integer affinity.
 */
export function toSqlite(value: unknown): unknown {
  switch (typeof value) {
    case 'boolean':
      return value ? 1n : 0n;
    case 'number':
      if (!Number.isFinite(value)) throw unacceptable(`the number ${value}`);
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'string':
      if (value.includes('\0')) throw unacceptable('text that holds a NUL character');
      return value;
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) throw unacceptable('an integer of more than 64 bits');
      return value;
    default:
      if (value === null || value === undefined) return null;
      if (value instanceof Uint8Array) return value;
      throw unacceptable(`a value of type ${Object.prototype.toString.call(value).slice(8, -1)}`);
  }
}

/** Rows as PostgreSQL gives them too: numbers while they are exact, bigint beyond, Buffer for bytes. */
export function fromSqlite(row: Record<string, unknown>): Record<string, unknown> {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'bigint') row[column] = exactNumber(value);
    else if (value instanceof ArrayBuffer) row[column] = Buffer.from(value);
  }
  return row;
}

export function exactNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function unacceptable(what: string): StoreError {
  return new StoreError('ERR_STORE_VALUE', `The database cannot store ${what}.`);
}
