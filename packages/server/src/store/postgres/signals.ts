import { type Kysely, sql } from 'kysely';
import type { Client } from 'pg';
import type { StoreLog } from '../database.ts';
import type { Schema } from '../schema.ts';
import { type Signal, type SignalListener, SignalListeners, type Signals } from '../signals.ts';

const CHANNEL = 'locutor';
/** Pauses between attempts to connect again. */
const AGAIN_MS = { least: 100, most: 5_000 };

export interface PostgresSignalsOptions {
  /** Makes a connection of its own for listening, not yet connected. */
  readonly connect: () => Promise<Client>;
  readonly shown: string;
  readonly log: StoreLog;
}

/**
 * Signals by LISTEN and NOTIFY. While the connection is lost nobody can know what was missed, so listeners are told to
 * forget everything when it is lost and again when it is back.
 */
export class PostgresSignals implements Signals {
  readonly #options: PostgresSignalsOptions;
  readonly #listeners = new SignalListeners();
  #client: Client | undefined;
  #state: 'idle' | 'connecting' | 'listening' | 'closed' = 'idle';
  #pauseMs = AGAIN_MS.least;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PostgresSignalsOptions) {
    this.#options = options;
  }

  async send(db: Kysely<Schema>, signal: Signal): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(signal)})`.execute(db);
  }

  listen(listener: SignalListener): () => void {
    if (this.#state === 'idle') void this.#connect();
    return this.#listeners.add(listener);
  }

  live(): boolean {
    return this.#state === 'listening';
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    this.#state = 'connecting';
    let client: Client | undefined;
    try {
      client = await this.#options.connect();
      const connected = client;
      // The first of the two that comes; both may.
      client.once('error', (error) => this.#lost(connected, error.message));
      client.once('end', () => this.#lost(connected, 'the connection was closed'));
      client.on('error', () => {});
      client.on('notification', ({ payload = '' }) => this.#hear(payload));
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#closed) return await client.end();
      this.#client = client;
      this.#state = 'listening';
      this.#pauseMs = AGAIN_MS.least;
      this.#listeners.tell({ topic: 'missed' });
    } catch {
      // What is wrong is said where the database is needed.
      void client?.end().catch(() => {});
      this.#again();
    }
  }

  get #closed(): boolean {
    return this.#state === 'closed';
  }

  #lost(client: Client, reason: string): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    const { log, shown } = this.#options;
    log.warn({ reason }, `lost the connection to PostgreSQL at ${shown} that tells of changes`);
    this.#state = 'connecting';
    this.#listeners.tell({ topic: 'missed' });
    void client.end().catch(() => {});
    this.#again();
  }

  #again(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#connect(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(2 * this.#pauseMs, AGAIN_MS.most);
  }

  #hear(payload: string): void {
    try {
      this.#listeners.tell(JSON.parse(payload) as Signal);
    } catch {
      // Not ours: anybody with access to the database can send something.
    }
  }
}
