import { ServiceError } from '../errors/index.ts';

export interface OpenSession {
  /** Ends as soon as nothing is being recognised. */
  retire(): void;
}

/** All sessions that are open, and how many each client has. */
export class Sessions {
  readonly #open = new Set<OpenSession>();
  /** What closes connections without a session, the oldest first, and whose they are. */
  readonly #bare = new Map<() => void, string>();
  readonly #byClient = new Map<string, number>();
  readonly #most: number;
  #retiring = false;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Throws ERR_BUSY where the client has as many as it may have. */
  ensureRoom(client: string): void {
    if (this.#retiring)
      throw new ServiceError('ERR_BUSY', 'the server stops; try again later', { retryAfterSeconds: 5 });
    const own = this.#byClient.get(client) ?? 0;
    if (own < this.#most) return;
    throw new ServiceError('ERR_BUSY', `${own} sessions are open already; at most ${this.#most} may be`, {
      retryAfterSeconds: 1,
    });
  }

  /** Returns what to call when it is over. */
  add(client: string, session: OpenSession): () => void {
    this.#open.add(session);
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
    return () => {
      if (!this.#open.delete(session)) return;
      const left = this.#byClient.get(client)! - 1;
      if (left > 0) this.#byClient.set(client, left);
      else this.#byClient.delete(client);
    };
  }

  /**
   * A connection without a session, whose client was not admitted yet, or has to close it: `close` is called when the server
   * stops first, or when the client has as many others as it may have sessions. Returns what to call when that is over.
   */
  addBare(client: string, close: () => void): () => void {
    const own = [...this.#bare].filter(([, owner]) => owner === client);
    const [oldest] = own.length < this.#most ? [] : own;
    if (oldest) this.#closeBare(oldest[0]);
    this.#bare.set(close, client);
    if (this.#retiring) this.#closeBare(close);
    return () => this.#bare.delete(close);
  }

  /** The server stops: sessions end, those with a recognition after it. */
  retire(): void {
    this.#retiring = true;
    for (const session of [...this.#open]) session.retire();
    for (const close of [...this.#bare.keys()]) this.#closeBare(close);
  }

  #closeBare(close: () => void): void {
    this.#bare.delete(close);
    close();
  }
}
