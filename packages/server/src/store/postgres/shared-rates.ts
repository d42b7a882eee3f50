import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Rate } from '../../common/rate.ts';
import type { Schema } from '../schema.ts';

/** How often rows are removed that say no more than their absence would. */
const SWEEP_MS = 10 * 60_000;

interface Waiting {
  resolve(waitMs: number): void;
  reject(error: unknown): void;
}

interface Asked {
  readonly rate: Rate;
  readonly waiting: Waiting[];
}

/**
 * Rates that hold for all nodes of a database together: the generic cell rate algorithm, with the one number of each
 * caller in PostgreSQL and by its clock. All who ask while a statement is under way share the next one, so that a node
 * has one under way at most, however many requests come.
 */
export class SharedRates {
  readonly #db: Kysely<Schema>;
  #next = new Map<string, Asked>();
  #running = false;
  #sweepAt = performance.now() + SWEEP_MS;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** 0 when the caller may go on; otherwise in how many milliseconds, and the attempt does not count. */
  waitMs(caller: string, rate: Rate): Promise<number> {
    // Neither names nor addresses are kept.
    const key = createHash('sha256').update(caller).digest('base64url');
    return new Promise((resolve, reject) => {
      const asked = this.#next.get(key) ?? { rate, waiting: [] };
      asked.waiting.push({ resolve, reject });
      this.#next.set(key, asked);
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#next.size > 0) {
      const batch = this.#next;
      this.#next = new Map();
      await this.#ask(batch).catch((error: unknown) => {
        for (const { waiting } of batch.values()) for (const { reject } of waiting) reject(error);
      });
    }
    this.#running = false;
  }

  async #ask(batch: ReadonlyMap<string, Asked>): Promise<void> {
    const keys = [...batch.keys()];
    const asked = [...batch.values()];
    const now = sql`extract(epoch from statement_timestamp())::double precision * 1000`;
    // The last thousandth is what sums of fractions may be off by, so that a client at the very pace is never refused.
    const admitted = sql`greatest(0, least(excluded.asked, floor(
      ((excluded.burst - 1) * excluded.every_ms + ${now} - greatest(known.rested_at, ${now})) / excluded.every_ms
      + 0.001)::integer + 1))`;
    // In one order everywhere: nodes that need the same rows wait for each other, but never in a circle.
    const { rows } = await sql<{ caller: string; admitted: number; wait: number }>`
      insert into token_rates as known (caller, rested_at, every_ms, burst, asked, admitted)
      select caller, ${now} + every_ms * least(asked, burst), every_ms, burst, asked, least(asked, burst)
      from unnest(
        ${keys}::text[],
        ${asked.map(({ rate }) => rate.everyMs)}::double precision[],
        ${asked.map(({ rate }) => rate.burst)}::integer[],
        ${asked.map(({ waiting }) => waiting.length)}::integer[]
      ) as request (caller, every_ms, burst, asked)
      order by caller
      on conflict (caller) do update set
        rested_at = greatest(known.rested_at, ${now}) + excluded.every_ms * ${admitted},
        every_ms = excluded.every_ms, burst = excluded.burst, asked = excluded.asked, admitted = ${admitted}
      returning caller, admitted, rested_at - ${now} - (burst - 1) * every_ms as wait`.execute(this.#db);
    for (const { caller, admitted: most, wait } of rows) {
      for (const [place, { resolve }] of batch.get(caller)!.waiting.entries())
        resolve(place < most ? 0 : Math.max(1, wait));
    }
    if (performance.now() >= this.#sweepAt) await this.#sweep();
  }

  async #sweep(): Promise<void> {
    this.#sweepAt = performance.now() + SWEEP_MS;
    await sql`delete from token_rates
      where rested_at < extract(epoch from statement_timestamp())::double precision * 1000`.execute(this.#db);
  }
}
