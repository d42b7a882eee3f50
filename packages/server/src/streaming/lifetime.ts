/** How long a session lasts: until it is closed, from either side, or nothing has come for too long. */
export class Lifetime {
  readonly #idleMs: number;
  readonly #close: (reason: string) => void;
  readonly #gone = new AbortController();
  #idle: NodeJS.Timeout | undefined;

  /** `close` closes the connection; it is not called when the client did. */
  constructor(idleMs: number, close: (reason: string) => void) {
    this.#idleMs = idleMs;
    this.#close = close;
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
    if (!this.over) this.#idle = setTimeout(() => this.leave('Session timeout.'), this.#idleMs);
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
}
