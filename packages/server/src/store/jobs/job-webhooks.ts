import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { RowKey } from '../keys/row-key.ts';
import type { StoreCalls } from '../store-calls.ts';
import { INFO_COLUMNS, jobInfo, OVER } from './job-rows.ts';
import type { DueWebhook } from './types.ts';

/** Who is still to be told of a job that is over. */
export class JobWebhooks {
  readonly #database: Database;
  readonly #calls: StoreCalls;
  readonly #ring: KeyRing;

  constructor(database: Database, calls: StoreCalls, ring: KeyRing) {
    this.#database = database;
    this.#calls = calls;
    this.#ring = ring;
  }

  /** The one that is due longest. No other process gets it while its lease lasts. */
  claim(leaseMs: number): Promise<DueWebhook | undefined> {
    return this.#calls.run(async () => {
      const row = await this.#database.db.transaction().execute(async (transaction) => {
        const due = await transaction
          .selectFrom('jobs')
          .select([...INFO_COLUMNS, 'key_id', 'sealed_key', 'outcome', 'callback'])
          .where('webhook_due_at', '<=', this.#database.now())
          .where('state', 'in', OVER)
          .orderBy('webhook_due_at')
          .limit(1)
          .$if(this.#database.locksRows, (query) => query.forUpdate().skipLocked())
          .executeTakeFirst();
        if (due === undefined) return undefined;
        await transaction
          .updateTable('jobs')
          .set({
            webhook_due_at: sql<number>`${this.#database.now()} + ${leaseMs}`,
            webhook_attempts: due.webhook_attempts + 1,
          })
          .where('id', '=', due.id)
          .execute();
        return due;
      });
      if (row === undefined) return undefined;
      const key = await RowKey.open(row, this.#ring).catch(() => undefined);
      if (key === undefined) {
        await this.#end(row.id, 'failed');
        return undefined;
      }
      return {
        info: jobInfo(row),
        outcome: row.outcome === null ? undefined : key.unseal('outcome', row.outcome),
        callback: key.unseal('callback', row.callback!),
        attempt: row.webhook_attempts + 1,
      };
    });
  }

  /** Delivered, given up, or to be tried again in so many milliseconds. */
  settle(
    { info: { id }, attempt }: DueWebhook,
    result: 'delivered' | 'failed' | { readonly retryMs: number },
  ): Promise<void> {
    return this.#calls.run(async () => {
      if (typeof result === 'string') return this.#end(id, result);
      await this.#database.db
        .updateTable('jobs')
        .set({ webhook_due_at: sql<number>`${this.#database.now()} + ${result.retryMs}` })
        .where('id', '=', id)
        .where('webhook_attempts', '=', attempt)
        .execute();
    });
  }

  async #end(id: string, webhook_state: 'delivered' | 'failed'): Promise<void> {
    await this.#database.db
      .updateTable('jobs')
      .set({ webhook_state, webhook_due_at: null, callback: null })
      .where('id', '=', id)
      .execute();
  }
}
