/** The connection that messages come from. */
export interface Source {
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
}

/** Handles messages in their order. What comes faster than it is handled waits in the connection. */
export class Inbox<Message> {
  readonly #handle: (message: Message) => Promise<void>;
  readonly #source: Source;
  readonly #onIdle: () => void;
  #waiting: Message[] = [];
  #busy = false;
  #closed = false;

  /** `handle` answers its own errors; `onIdle` is called when nothing waits any more. */
  constructor(handle: (message: Message) => Promise<void>, source: Source, onIdle: () => void = () => {}) {
    this.#handle = handle;
    this.#source = source;
    this.#onIdle = onIdle;
  }

  get busy(): boolean {
    return this.#busy;
  }

  receive(message: Message): void {
    if (this.#closed) return;
    this.#waiting.push(message);
    if (this.#busy) this.#source.pause();
    else void this.#work();
  }

  /** What waits is dropped. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#handle(next);
    }
    this.#busy = false;
    if (this.#closed) return;
    this.#source.resume();
    this.#onIdle();
  }
}
