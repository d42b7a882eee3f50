import { sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { sealingKey } from '../keys/open-keys.ts';
import { RowKey } from '../keys/row-key.ts';
import type { Schema } from '../schema.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { AnsweredBefore, type Once } from './types.ts';

const KEPT_MS = 24 * 60 * 60_000;
/** What the key of a row seals. */
const PART = 'answer';

/** What requests with an `Idempotency-Key` were answered, each written in the transaction that did its work. */
export class FirstAnswers {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #keys: KeyRing;

  constructor(database: Database, calls: StoreCalls, keys: KeyRing) {
    this.#database = database;
    this.#calls = calls;
    this.#keys = keys;
  }

  /** Undefined where nothing was done for the request yet, or a day ago. */
  find(id: string): Promise<Buffer | undefined> {
    return this.#calls.run(() => this.#read(this.#database.db, id));
  }

  /**
   * Does work in one transaction, unless that was done for the same request before: then it throws AnsweredBefore.
   * `idOf` is that of `inTransaction`; `after` belongs to the call and comes once the work is kept.
   */
  async write<Result>(
    once: Once<Result> | undefined,
    work: (transaction: Transaction<Schema>) => Promise<Result>,
    {
      idOf,
      after,
    }: { readonly idOf?: (result: Result) => string; readonly after?: (result: Result) => Promise<void> },
  ): Promise<Result> {
    const written = await this.#calls.run(async () => {
      const done = await inTransaction<Result | AnsweredBefore>(
        this.#database,
        (transaction) => (once ? this.#once(transaction, once, work) : work(transaction)),
        (result) => (result instanceof AnsweredBefore ? undefined : idOf?.(result)),
      );
      if (!(done instanceof AnsweredBefore)) await after?.(done);
      return done;
    });
    if (written instanceof AnsweredBefore) throw written;
    return written;
  }

  /** Removes what is kept no longer. */
  sweep(): Promise<void> {
    return this.#calls.run(async () => {
      const { db } = this.#database;
      const { numDeletedRows } = await db
        .deleteFrom('first_answers')
        .where('expires_at', '<=', this.#database.now())
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await this.#database.wipe();
    });
  }

  /** Of two requests at the same time, on whichever servers, the second one finds the answer of the first. */
  async #once<Result>(
    transaction: Transaction<Schema>,
    { id, answer }: Once<Result>,
    work: (transaction: Transaction<Schema>) => Promise<Result>,
  ): Promise<Result | AnsweredBefore> {
    await this.#database.lockKey(transaction, `answer ${id}`);
    const before = await this.#read(transaction, id);
    if (before !== undefined) return new AnsweredBefore(before);
    const result = await work(transaction);
    const key = RowKey.make(id);
    const row = {
      expires_at: sql<number>`${this.#database.now()} + ${sql.lit(KEPT_MS)}`,
      ...key.sealedWith(await sealingKey(transaction, this.#database, this.#keys)),
      answer: key.seal(PART, answer(result)),
    };
    // One that has expired may not have been removed yet.
    await transaction
      .insertInto('first_answers')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    return result;
  }

  async #read(db: Pick<Transaction<Schema>, 'selectFrom'>, id: string): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('first_answers')
      .select(['id', 'key_id', 'sealed_key', 'answer'])
      .where('id', '=', id)
      .where('expires_at', '>', this.#database.now())
      .executeTakeFirst();
    return row && (await RowKey.open(row, this.#keys)).unseal(PART, row.answer);
  }
}
