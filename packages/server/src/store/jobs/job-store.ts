import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { FirstAnswers } from '../answers/first-answers.ts';
import type { Once } from '../answers/types.ts';
import type { Database } from '../database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { sealingKey } from '../keys/open-keys.ts';
import { RowKey } from '../keys/row-key.ts';
import type { Schema } from '../schema.ts';
import type { SignalListener } from '../signals.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { removeLeftovers, writeAudio } from './job-audio.ts';
import { JobLeases } from './job-leases.ts';
import { INFO_COLUMNS, jobInfo, type OutcomeRow, OVER } from './job-rows.ts';
import { JobWebhooks } from './job-webhooks.ts';
import type { JobInfo, JobLimits, JobOutcome, JobPage, NewJob } from './types.ts';

/** What did not arrive in this time never will. */
const ARRIVAL_MS = 10 * 60_000;

export type Submitted = { readonly id: string } | { readonly refused: 'in-all' | 'per-owner' };

/** The background jobs. */
export class JobStore {
  readonly leases: JobLeases;
  readonly webhooks: JobWebhooks;
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #keys: KeyRing;
  readonly #answers: FirstAnswers;

  constructor(database: Database, calls: StoreCalls, keys: KeyRing, answers: FirstAnswers) {
    this.#database = database;
    this.#calls = calls;
    this.#keys = keys;
    this.#answers = answers;
    this.leases = new JobLeases(database, calls, keys);
    this.webhooks = new JobWebhooks(database, calls, keys);
  }

  /** Told of jobs that wait or were canceled, by whatever process of this database. */
  listen(listener: SignalListener): () => void {
    return this.#database.signals.listen(listener);
  }

  /** How many there are, by their state and that of their webhook. */
  counts(): Promise<{ state: string; webhook: string | null; count: number }[]> {
    return this.#calls.run(() =>
      this.#database.db
        .selectFrom('jobs')
        .select(['state', 'webhook_state as webhook', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy(['state', 'webhook_state'])
        .execute(),
    );
  }

  /** Whether one more may wait; asked before a recording is received that could only be dropped. */
  refusal(owner: string, limits: JobLimits): Promise<'in-all' | 'per-owner' | undefined> {
    return this.#calls.run(() =>
      this.#database.db.transaction().execute((transaction) => tooMany(transaction, owner, limits)),
    );
  }

  /** Keeps a job. When this resolves it is on disk, and some process will do it. */
  async submit(job: NewJob, limits: JobLimits, once?: Once<string>): Promise<Submitted> {
    const id = randomUUID();
    const { db, signals } = this.#database;
    const key = RowKey.make(id);
    const refused = await this.#calls.run(() =>
      db.transaction().execute((transaction) => this.#open(transaction, id, job, key, limits)),
    );
    if (refused !== undefined) return { refused };
    try {
      await this.#calls.run(() => writeAudio(this.#database, id, key, job.audio));
      const work = async (transaction: Transaction<Schema>) => {
        await transaction.updateTable('jobs').set({ state: 'waiting' }).where('id', '=', id).execute();
        await signals.send(transaction, { topic: 'job-waiting' });
        return id;
      };
      return { id: await this.#answers.write(once, work, {}) };
    } catch (error) {
      // Nobody will do it, unless only the answer to COMMIT was lost.
      const kept = await this.#calls.run(() => this.#keptAfterAll(id)).catch(() => false);
      if (kept) return { id };
      throw error;
    }
  }

  /** Removes a job that did not arrive. Waits for a COMMIT that is still under way. */
  async #keptAfterAll(id: string): Promise<boolean> {
    const { db } = this.#database;
    await db.deleteFrom('jobs').where('id', '=', id).where('state', '=', 'arriving').execute();
    return (await db.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  async #open(
    transaction: Transaction<Schema>,
    id: string,
    { owner, request, callback }: NewJob,
    key: RowKey,
    limits: JobLimits,
  ): Promise<'in-all' | 'per-owner' | undefined> {
    await this.#database.lockKey(transaction, 'jobs');
    const refused = await tooMany(transaction, owner, limits);
    if (refused !== undefined) return refused;
    const storeKey = await sealingKey(transaction, this.#database, this.#keys);
    await transaction
      .insertInto('jobs')
      .values({
        id,
        owner,
        state: 'arriving',
        progress: 0,
        created_at: Date.now(),
        attempts: 0,
        ...key.sealedWith(storeKey),
        request: key.seal('request', request),
        callback: callback === undefined ? null : key.seal('callback', callback),
        webhook_state: callback === undefined ? null : 'pending',
        webhook_attempts: 0,
      })
      .execute();
    return undefined;
  }

  /** Undefined unless it is there and its owner asks. */
  find(id: string, owner: string): Promise<JobInfo | undefined> {
    return this.#calls.run(async () => {
      const row = await this.#visible(id, owner).select(INFO_COLUMNS).executeTakeFirst();
      return row && jobInfo(row);
    });
  }

  /** The same with what came of it. */
  outcome(id: string, owner: string): Promise<JobOutcome | undefined> {
    return this.#calls.run(async () => {
      const row = await this.#visible(id, owner)
        .select([...INFO_COLUMNS, 'key_id', 'sealed_key', 'outcome'])
        .executeTakeFirst();
      return row && this.#opened(row);
    });
  }

  /** Those of an owner, the newest first, with the reasons of those that failed. */
  list(owner: string, { limit, after }: JobPage): Promise<JobOutcome[]> {
    return this.#calls.run(async () => {
      const rows = await this.#of(owner)
        .select([...INFO_COLUMNS, 'key_id', 'sealed_key'])
        // Results may be long, and are not shown in lists.
        .select(sql<Buffer | null>`case when state = 'failed' then outcome end`.as('outcome'))
        .$if(after !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '<', tuple(after!.createdAt.getTime(), after!.id)),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return Promise.all(rows.map((row) => this.#opened(row)));
    });
  }

  #of(owner: string) {
    return this.#database.db.selectFrom('jobs').where('owner', '=', owner).where('state', '<>', 'arriving');
  }

  #visible(id: string, owner: string) {
    return this.#of(owner).where('id', '=', id);
  }

  async #opened(row: OutcomeRow): Promise<JobOutcome> {
    const key = row.outcome === null ? undefined : await RowKey.open(row, this.#keys);
    return { info: jobInfo(row), outcome: key?.unseal('outcome', row.outcome!) };
  }

  /**
   * Cancels a job that is not over: only its state is left. Removes one that is. Recording, work and results are gone in
   * either case. False where there is none.
   */
  async remove(id: string, owner: string): Promise<boolean> {
    return this.#calls.run(async () => {
      const found = await inTransaction(this.#database, async (transaction) => {
        const row = await transaction
          .selectFrom('jobs')
          .select(['state', 'callback'])
          .where('id', '=', id)
          .where('owner', '=', owner)
          .where('state', '<>', 'arriving')
          .$if(this.#database.locksRows, (query) => query.forUpdate())
          .executeTakeFirst();
        if (row === undefined) return false;
        if (OVER.some((state) => state === row.state)) {
          await transaction.deleteFrom('jobs').where('id', '=', id).execute();
          return true;
        }
        await transaction
          .updateTable('jobs')
          .set({
            state: 'canceled',
            finished_at: this.#database.now(),
            request: null,
            lease_owner: null,
            lease_until: null,
            webhook_due_at: row.callback === null ? null : this.#database.now(),
          })
          .where('id', '=', id)
          .execute();
        await this.#database.signals.send(transaction, { topic: 'job-canceled', id });
        return true;
      });
      if (found) await removeLeftovers(this.#database);
      // It is removed; what the log of the database may still hold, the next sweep overwrites.
      if (found) await this.#database.wipe().catch(() => {});
      return found;
    });
  }

  /** Removes jobs that have been over for so long, and what is left of others. */
  sweep(retentionMs: number): Promise<void> {
    return this.#calls.run(async () => {
      const { db } = this.#database;
      await db
        .deleteFrom('jobs')
        .where('state', 'in', OVER)
        .where('finished_at', '<', sql<number>`${this.#database.now()} - ${retentionMs}`)
        .execute();
      await db
        .deleteFrom('jobs')
        .where('state', '=', 'arriving')
        .where('created_at', '<', Date.now() - ARRIVAL_MS)
        .execute();
      await removeLeftovers(this.#database);
      await this.#database.wipe();
    });
  }
}

async function tooMany(
  transaction: Transaction<Schema>,
  owner: string,
  { inAll, perOwner }: JobLimits,
): Promise<'in-all' | 'per-owner' | undefined> {
  const waiting = transaction
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['arriving', 'waiting']);
  const all = await waiting.executeTakeFirstOrThrow();
  if (all.count >= inAll) return 'in-all';
  const own = await waiting.where('owner', '=', owner).executeTakeFirstOrThrow();
  return own.count >= perOwner ? 'per-owner' : undefined;
}
