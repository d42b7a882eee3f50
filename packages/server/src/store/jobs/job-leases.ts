import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { RowKey } from '../keys/row-key.ts';
import { writeSpeech } from '../records/write.ts';
import type { StoreCalls } from '../store-calls.ts';
import { inTransaction } from '../transaction.ts';
import { readAudio } from './job-audio.ts';
import type { ClaimedJob, JobEnd } from './types.ts';

/** Who works on a job. */
export interface Lease {
  readonly id: string;
  /** The process, and which of its attempts. */
  readonly holder: string;
}

const ONE_LESS = sql<number>`case when attempts > 0 then attempts - 1 else 0 end`;

/**
 * Jobs in the hands of processes. A process holds a job for as long as it renews its lease; when it dies another one
 * takes the job. Whatever it writes is written only while it holds the lease.
 */
export class JobLeases {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #ring: KeyRing;

  constructor(database: Database, calls: StoreCalls, ring: KeyRing) {
    this.#database = database;
    this.#calls = calls;
    this.#ring = ring;
  }

  /** In a database that only one server uses, whoever held the jobs before this process is gone: their leases end. */
  endEarlier(): Promise<void> {
    return this.#calls.run(async () => {
      if (this.#database.isShared) return;
      await this.#database.db
        .updateTable('jobs')
        .set({ lease_until: 0 })
        .where('state', '=', 'running')
        .execute();
    });
  }

  /** The next job that waits or whose process is gone: of the owner with the fewest at work, then the oldest. */
  claim(holder: string, leaseMs: number): Promise<ClaimedJob | undefined> {
    return this.#calls.run(() =>
      inTransaction(this.#database, async (transaction) => {
        const row = await transaction
          .selectFrom('jobs')
          .select(['id', 'owner', 'request', 'key_id', 'sealed_key', 'attempts', 'created_at'])
          .where(({ eb, or, and }) =>
            or([
              eb('state', '=', 'waiting'),
              and([eb('state', '=', 'running'), eb('lease_until', '<', this.#database.now())]),
            ]),
          )
          .orderBy(
            sql`(select count(*) from jobs as other where other.owner = jobs.owner and other.state = 'running')`,
          )
          .orderBy('created_at')
          .orderBy('id')
          .limit(1)
          .$if(this.#database.locksRows, (query) => query.forUpdate().skipLocked())
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const now = this.#database.now();
        await transaction
          .updateTable('jobs')
          .set({
            state: 'running',
            started_at: sql<number>`coalesce(started_at, ${now})`,
            lease_owner: holder,
            lease_until: this.#until(leaseMs),
            attempts: row.attempts + 1,
          })
          .where('id', '=', row.id)
          .execute();
        return row;
      }).then(async (row) => {
        if (row === undefined) return undefined;
        const key = await RowKey.open(row, this.#ring).catch(() => undefined);
        return {
          id: row.id,
          owner: row.owner,
          request: key && opened(() => key.unseal('request', row.request!)),
          attempts: row.attempts + 1,
          createdAt: new Date(row.created_at),
        };
      }),
    );
  }

  /** False where the job is no longer this process's. */
  renew({ id, holder }: Lease, leaseMs: number): Promise<boolean> {
    return this.#calls.run(async () => {
      const { numUpdatedRows } = await this.#database.db
        .updateTable('jobs')
        .set({ lease_until: this.#until(leaseMs) })
        .where('id', '=', id)
        .where('lease_owner', '=', holder)
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });
  }

  audio(id: string): Promise<Buffer> {
    return this.#calls.run(async () => readAudio(this.#database, id, await this.#key(id)));
  }

  /** What was found in earlier attempts, by name. */
  work(id: string): Promise<Map<string, Buffer>> {
    return this.#calls.run(async () => {
      const key = await this.#key(id);
      const rows = await this.#database.db
        .selectFrom('job_work')
        .select(['name', 'sealed'])
        .where('job_id', '=', id)
        .execute();
      return new Map(rows.map(({ name, sealed }) => [name, key.unseal(`work ${name}`, sealed)]));
    });
  }

  /** Keeps something that was found. Nothing happens where the job is no longer this process's. */
  keepWork(
    { id, holder }: Lease,
    {
      name,
      bytes,
      progress,
    }: { readonly name: string; readonly bytes: Uint8Array; readonly progress: number },
  ): Promise<void> {
    return this.#calls.run(async () => {
      const key = await this.#key(id);
      await this.#database.db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('jobs')
          .set({ attempts: 0, progress })
          .where('id', '=', id)
          .where('lease_owner', '=', holder)
          .where('state', '=', 'running')
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await transaction
          .insertInto('job_work')
          .values({ job_id: id, name, sealed: key.seal(`work ${name}`, bytes) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    });
  }

  /** Ends a job: its outcome and its bill are written together, once. False where it is no longer this process's. */
  finish({ id, holder }: Lease, { state, outcome, audioMs, bill }: JobEnd): Promise<boolean> {
    return this.#calls.run(async () => {
      const key = await this.#key(id).catch((error: unknown) => {
        // It was removed meanwhile, or its key is lost: then only the state can be kept.
        if (state === 'failed') return undefined;
        throw error;
      });
      const result = await inTransaction(
        this.#database,
        async (transaction) => {
          const now = this.#database.now();
          const { numUpdatedRows } = await transaction
            .updateTable('jobs')
            .set({
              state,
              ...(state === 'done' && { progress: 100 }),
              finished_at: now,
              outcome: key?.seal('outcome', outcome) ?? null,
              request: null,
              lease_owner: null,
              lease_until: null,
              ...(audioMs !== undefined && { audio_ms: Math.round(audioMs) }),
              webhook_due_at: sql<number | null>`case when callback is null then null else ${now} end`,
            })
            .where('id', '=', id)
            .where('lease_owner', '=', holder)
            .where('state', '=', 'running')
            .executeTakeFirstOrThrow();
          if (numUpdatedRows === 0n) return { held: false };
          if (bill === undefined) return { held: true };
          const transactionId = await writeSpeech(transaction, bill);
          await transaction
            .updateTable('jobs')
            .set({ transaction_id: BigInt(transactionId) })
            .where('id', '=', id)
            .execute();
          return { held: true, transactionId };
        },
        ({ transactionId }: { held: boolean; transactionId?: string }) => transactionId,
      );
      return result.held;
    });
  }

  /** Has a job wait for so long before anybody goes on with it. Whether this attempt counts is up to the caller. */
  postpone({ id, holder }: Lease, ms: number, { counts }: { readonly counts: boolean }): Promise<void> {
    return this.#calls.run(async () => {
      await this.#database.db
        .updateTable('jobs')
        .set({ lease_until: this.#until(ms), ...(!counts && { attempts: ONE_LESS }) })
        .where('id', '=', id)
        .where('lease_owner', '=', holder)
        .where('state', '=', 'running')
        .execute();
    });
  }

  /** Gives a job back, for this process or another to go on with at once. The attempt does not count. */
  release({ id, holder }: Lease): Promise<void> {
    return this.#calls.run(async () => {
      await inTransaction(this.#database, async (transaction) => {
        await transaction
          .updateTable('jobs')
          .set({
            state: 'waiting',
            lease_owner: null,
            lease_until: null,
            attempts: ONE_LESS,
          })
          .where('id', '=', id)
          .where('lease_owner', '=', holder)
          .where('state', '=', 'running')
          .execute();
        await this.#database.signals.send(transaction, { topic: 'job-waiting' });
      });
    });
  }

  async #key(id: string): Promise<RowKey> {
    const row = await this.#database.db
      .selectFrom('jobs')
      .select(['id', 'key_id', 'sealed_key'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return RowKey.open(row, this.#ring);
  }

  #until(leaseMs: number): RawBuilder<number> {
    return sql<number>`${this.#database.now()} + ${leaseMs}`;
  }
}

/** Undefined for what was changed after it was stored. */
function opened(open: () => Buffer): Buffer | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
