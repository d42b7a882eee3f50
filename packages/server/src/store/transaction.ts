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

class Undone extends Error {}

/**
 * Whether a billing record is kept; undefined where the database cannot be asked. A second row of its id waits until
 * the first is there permanently or gone permanently, so that the answer is final. The second is never kept.
 */
async function isBilled({ db }: Database, transactionId: string): Promise<boolean | undefined> {
  let kept: boolean | undefined;
  const trial = db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('billing')
      .values({
        transaction_id: BigInt(transactionId),
        time: 0,
        operation: 'trial',
        outcome: '',
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    kept = numInsertedOrUpdatedRows === 0n;
    throw new Undone();
  });
  await trial.catch(() => {});
  return kept;
}

function uncertain({ message, cause }: StoreError, transactionId: string | undefined): StoreError {
  const what = transactionId === undefined ? 'the change' : `the transaction ${transactionId}`;
  return new StoreError('ERR_STORE_UNCERTAIN', `${message} It is not known whether ${what} was saved.`, {
    cause,
    ...(transactionId !== undefined && { transactionId }),
  });
}
