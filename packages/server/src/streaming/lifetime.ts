/**
 * How long a session lasts: until it is closed, from either side, or nothing has come for too long. A client that waits for
 * the server has nothing to send.
 */
export class Lifetime {
  readonly #idleMs: number;
  readonly #close: (reason: string) => void;
  readonly #isAwaited: () => boolean;
  readonly #gone = new AbortController();
  #idle: NodeJS.Timeout | undefined;

  /** `close` closes the connection; it is not called when the client did. `isAwaited`: it is the server's turn. */
  constructor(idleMs: number, close: (reason: string) => void, isAwaited: () => boolean) {
    this.#idleMs = idleMs;
    this.#close = close;
    this.#isAwaited = isAwaited;
    this.touch();
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  get over(): boolean {
    return this.#gone.signal.aborted;
  }

  /** Something came. */
  touch(): void {
    clearTimeout(this.#idle);
    if (!this.over) this.#idle = setTimeout(() => this.#onTime(), this.#idleMs);
  }

  /** The connection is gone. */
  end(): void {
    clearTimeout(this.#idle);
    this.#gone.abort();
  }

  leave(reason: string): void {
    if (this.over) return;
    this.end();
    this.#close(reason);
  }

  #onTime(): void {
    if (this.#isAwaited()) this.touch();
    // Some clients know an expired session by the end of this text.
    else this.leave('Session timeout.');
  }
}
