import { decodePlain, encodePlain } from '@locutor/contract';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type PoolLogger, silentLogger } from '../pool/logger.ts';
import { type BusOptions, connectionOptions, shownServers } from './bus-options.ts';

export interface BusState {
  readonly connected: boolean;
  /** Why not, where that is known. */
  readonly reason: string | undefined;
}

type OnMessage = (data: Uint8Array, message: Pick<Msg, 'subject' | 'reply' | 'respond'>) => void;

/** Before another attempt at the first connection. */
const FIRST_RETRY_MS = 2000;

/** A connection to the bus that comes back: whatever happens to the servers, it goes on trying until it is closed. */
export class Bus {
  readonly #options: BusOptions;
  readonly #logger: PoolLogger;
  readonly #subscriptions: { subject: string; onMessage: OnMessage }[] = [];
  readonly #listeners: ((connected: boolean) => void)[] = [];
  #connection: NatsConnection | undefined;
  #connected = false;
  #reason: string | undefined = 'not connected yet';
  #closed = false;
  #retry: { timer: NodeJS.Timeout; resolve: () => void } | undefined;

  constructor(options: BusOptions, logger: PoolLogger = silentLogger) {
    this.#options = options;
    this.#logger = logger;
  }

  get state(): BusState {
    return { connected: this.#connected, reason: this.#connected ? undefined : this.#reason };
  }

  /** Most bytes of one message, as the server has it. */
  get mostBytes(): number {
    return this.#connection?.info?.max_payload ?? 1024 ** 2;
  }

  /** Called at each change. */
  onChange(listener: (connected: boolean) => void): void {
    this.#listeners.push(listener);
  }

  /** To be called before `start`. */
  subscribe(subject: string, onMessage: OnMessage): void {
    this.#subscriptions.push({ subject, onMessage });
  }

  start(): void {
    void this.#keepConnected();
  }

  /** Lost where there is no connection: whoever must know waits for an answer. */
  publish(subject: string, payload: Uint8Array, reply?: string): void {
    if (!this.#connected) return;
    try {
      this.#connection?.publish(subject, payload, reply === undefined ? {} : { reply });
    } catch (error) {
      this.#logger.warn({ reason: (error as Error).message }, 'a message of the bus was not sent');
    }
  }

  /** The answer, as plain data. Rejects where nobody listens, or answers in time. */
  async request(subject: string, payload: unknown, timeoutMs: number): Promise<unknown> {
    if (!this.#connected || !this.#connection) throw new Error('the bus is not connected');
    const answer = await this.#connection.request(subject, encodePlain(payload), { timeout: timeoutMs });
    return decodePlain(answer.data);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry?.timer);
    this.#retry?.resolve();
    const connection = this.#connection;
    // What was published last must leave; without a server it cannot.
    if (this.#connected) await connection?.flush().catch(() => {});
    await connection?.close().catch(() => {});
  }

  async #keepConnected(): Promise<void> {
    while (!this.#closed) {
      try {
        const connection = await connect(connectionOptions(this.#options));
        this.#connection = connection;
        if (this.#closed) return await connection.close();
        for (const each of this.#subscriptions) this.#subscribeNow(connection, each);
        this.#changed(true, undefined);
        void this.#follow(connection);
        const why = await connection.closed();
        this.#changed(false, why instanceof Error ? why.message : 'the connection ended');
      } catch (error) {
        this.#changed(false, reasonOf(error));
      }
      if (!this.#closed) await this.#pause();
    }
  }

  #subscribeNow(
    connection: NatsConnection,
    { subject, onMessage }: { subject: string; onMessage: OnMessage },
  ) {
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#logger.error({ subject, reason: error.message }, 'the bus refused a subscription');
        else onMessage(message.data, message);
      },
    });
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.#changed(false, 'the connection was lost');
      else if (status.type === 'reconnect') this.#changed(true, undefined);
      else if (status.type === 'error') {
        this.#logger.warn({ reason: status.error.message }, 'the bus reports an error');
      }
    }
  }

  #changed(connected: boolean, reason: string | undefined): void {
    const isNews = connected !== this.#connected || reason !== this.#reason;
    this.#connected = connected;
    this.#reason = reason;
    if (!isNews || this.#closed) return;
    const servers = shownServers(this.#options);
    if (connected) this.#logger.info({ servers }, 'connected to the bus');
    else this.#logger.warn({ servers, reason }, 'no connection to the bus; trying again');
    for (const listener of this.#listeners) listener(connected);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#retry = { resolve, timer: setTimeout(resolve, FIRST_RETRY_MS) };
    });
  }
}

function reasonOf(error: unknown): string {
  const { message, cause, code } = error as Error & { code?: string };
  const under = cause instanceof Error ? cause.message : undefined;
  return under && !message.includes(under) ? `${message} (${under})` : message || code || String(error);
}
