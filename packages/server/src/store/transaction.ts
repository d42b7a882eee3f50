import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import { StoreError } from './errors.ts';
import type { Schema } from './schema.ts';

type Work<T> = (transaction: Transaction<Schema>) => Promise<T>;

/**
 * Does work in one transaction. Where the connection is lost between its last statement and the answer to COMMIT, nobody
 * on this side can tell whether it was done. Work that leaves a billing record can be asked about: `idOf` gives its
 * transaction id. Of everything else the error says that the outcome is unknown.
 */
export async function inTransaction<T>(
  database: Database,
  work: Work<T>,
  idOf?: (result: T) => string | undefined,
): Promise<T> {
  let committing: { readonly result: T } | undefined;
  try {
    return await database.db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      const transactionId = idOf?.(result);
      if (transactionId !== undefined) await database.lockKey(transaction, commitOf(transactionId));
      committing = { result };
      return result;
    });
  } catch (error) {
    if (committing === undefined || database.explain(error).code !== 'ERR_STORE_UNREACHABLE') throw error;
    const { result } = committing;
    const transactionId = idOf?.(result);
    const kept = transactionId === undefined ? undefined : await isBilled(database, transactionId);
    if (kept === undefined) throw uncertain(database.explain(error), transactionId);
    if (kept) return result;
    throw error;
  }
}

/** Held from shortly before the COMMIT until the transaction has ended, whether or not its client is still there. */
function commitOf(transactionId: string): string {
  return `commit of ${transactionId}`;
}

/** Whether a billing record is kept, permanently; undefined where the database cannot be asked. */
async function isBilled(database: Database, transactionId: string): Promise<boolean | undefined> {
  const { db } = database;
  const found = database
    .lockKey(db, commitOf(transactionId))
    .then(() =>
      db
        .selectFrom('billing')
        .select('transaction_id')
        .where('transaction_id', '=', BigInt(transactionId))
        .executeTakeFirst(),
    );
  return found.then(
    (row) => row !== undefined,
    () => undefined,
  );
}

function uncertain({ message, cause }: StoreError, transactionId: string | undefined): StoreError {
  const what = transactionId === undefined ? 'the change' : `the transaction ${transactionId}`;
  return new StoreError('ERR_STORE_UNCERTAIN', `${message} It is not known whether ${what} was saved.`, {
    cause,
    ...(transactionId !== undefined && { transactionId }),
  });
}
