import { sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { sealingKey } from '../keys/open-keys.ts';
import type { Schema } from '../schema.ts';
import type { SignalListener } from '../signals.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { removeLeftovers, writeAudio } from './job-audio.ts';
import { JobLeases } from './job-leases.ts';
import { INFO_COLUMNS, jobInfo, type OutcomeRow, OVER } from './job-rows.ts';
import { JobKey } from './job-seal.ts';
import { JobWebhooks } from './job-webhooks.ts';
import type { JobInfo, JobLimits, JobOutcome, JobPage, NewJob } from './types.ts';

/** What did not arrive in this time never will. */
const ARRIVAL_MS = 10 * 60_000;
/** A second request for the same job waits this long for the first one to arrive. */
const DUPLICATE_MS = 2 * 60_000;

export type Submitted = { readonly id: string } | { readonly refused: 'in-all' | 'per-owner' | 'arriving' };

/** The background jobs. */
export class JobStore {
  readonly leases: JobLeases;
  readonly webhooks: JobWebhooks;
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #keys: KeyRing;

  constructor(database: Database, calls: StoreCalls, keys: KeyRing) {
    this.#database = database;
    this.#calls = calls;
    this.#keys = keys;
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

  /**
   * Keeps a job. When this resolves it is on disk, and some process will do it. One that exists under the same id stays
   * as it is.
   */
  submit(id: string, job: NewJob, limits: JobLimits): Promise<Submitted> {
    return this.#calls.run(async () => {
      const { db, signals } = this.#database;
      const key = JobKey.make(id);
      const opened = await db
        .transaction()
        .execute((transaction) => this.#open(transaction, id, job, key, limits));
      if (opened !== 'new') return opened;
      try {
        await writeAudio(this.#database, id, key, job.audio);
        await inTransaction(this.#database, async (transaction) => {
          await transaction.updateTable('jobs').set({ state: 'waiting' }).where('id', '=', id).execute();
          await signals.send(transaction, { topic: 'job-waiting' });
        });
      } catch (error) {
        // Nobody knows of it. Where the outcome of the last step is uncertain, it must not be done either.
        await db
          .deleteFrom('jobs')
          .where('id', '=', id)
          .execute()
          .catch(() => {});
        throw error;
      }
      return { id };
    });
  }

  async #open(
    transaction: Transaction<Schema>,
    id: string,
    { owner, request, callback }: NewJob,
    key: JobKey,
    limits: JobLimits,
  ): Promise<'new' | Submitted> {
    await this.#database.lockKey(transaction, 'jobs');
    const now = Date.now();
    const before = await transaction
      .selectFrom('jobs')
      .select(['state', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (before !== undefined && before.state !== 'arriving') return { id };
    if (before !== undefined && now - before.created_at < DUPLICATE_MS) return { refused: 'arriving' };
    if (before !== undefined) {
      await transaction.deleteFrom('job_audio').where('job_id', '=', id).execute();
      await transaction.deleteFrom('jobs').where('id', '=', id).execute();
    }
    const refused = await tooMany(transaction, owner, limits);
    if (refused !== undefined) return { refused };
    const storeKey = await sealingKey(transaction, this.#database, this.#keys);
    await transaction
      .insertInto('jobs')
      .values({
        id,
        owner,
        state: 'arriving',
        progress: 0,
        created_at: now,
        attempts: 0,
        ...key.sealedWith(storeKey),
        request: key.seal('request', request),
        callback: callback === undefined ? null : key.seal('callback', callback),
        webhook_state: callback === undefined ? null : 'pending',
        webhook_attempts: 0,
      })
      .execute();
    return 'new';
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
    const key = row.outcome === null ? undefined : await JobKey.open(row, this.#keys);
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
