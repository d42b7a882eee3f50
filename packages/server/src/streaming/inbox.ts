import { LoopShare } from './loop-share.ts';

/** The connection that messages come from. */
export interface Source {
  /** Stops reading until `resume`. */
  pause(): void;
  resume(): void;
}

interface InboxOptions<Message> {
  /** Called when nothing waits any more. */
  readonly onIdle?: () => void;
  /** Of a message that is no audio: there may be so many of them in a second. */
  readonly isControl?: (message: Message) => boolean;
}

/** Control messages at once after a rest, and for each second: a language model writes 200 pieces of text in one. */
const [BURST, PER_SECOND] = [1000, 200];

/** Of all sessions of the process. */
const share = new LoopShare();

/**
 * Handles messages in their order, as far as sessions have time in this turn of the event loop. What comes faster than it
 * is handled waits in the connection.
 */
export class Inbox<Message> {
  readonly #handle: (message: Message) => Promise<void>;
  readonly #source: Source;
  readonly #options: InboxOptions<Message>;
  #waiting: Message[] = [];
  #busy = false;
  #closed = false;
  /** Control messages that may still come at once, as of a time. */
  #free = BURST;
  #freeAt = performance.now();
  #late: NodeJS.Timeout | undefined;

  /** `handle` answers its own errors. */
  constructor(
    handle: (message: Message) => Promise<void>,
    source: Source,
    options: InboxOptions<Message> = {},
  ) {
    this.#handle = handle;
    this.#source = source;
    this.#options = options;
  }

  get busy(): boolean {
    return this.#busy;
  }

  receive(message: Message): void {
    if (this.#closed) return;
    this.#waiting.push(message);
    if (this.#busy) this.#source.pause();
    else this.#next();
  }

  /** What waits is dropped. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    clearTimeout(this.#late);
  }

  #next(): void {
    if (this.#closed) return;
    const [message] = this.#waiting;
    if (message === undefined) {
      this.#busy = false;
      this.#source.resume();
      this.#options.onIdle?.();
      return;
    }
    this.#busy = true;
    const waitMs = this.#options.isControl?.(message) ? this.#takeRoom() : 0;
    if (waitMs > 0) this.#late = setTimeout(() => this.#work(), waitMs);
    else this.#work();
  }

  #work(): void {
    const work = async () => {
      const message = this.#waiting.shift();
      if (message !== undefined) await this.#handle(message);
    };
    void share.run(work).then(() => this.#next());
  }

  /** For one control message; how long it has to wait. */
  #takeRoom(): number {
    const now = performance.now();
    this.#free = Math.min(BURST, this.#free + ((now - this.#freeAt) * PER_SECOND) / 1000) - 1;
    this.#freeAt = now;
    return this.#free >= 0 ? 0 : (-this.#free * 1000) / PER_SECOND;
  }
}
