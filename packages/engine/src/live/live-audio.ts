import {
  AUDIO_INVALID,
  type DecodeAs,
  JobError,
  type ListenInput,
  type ListenOutput,
  type ListenState,
} from '@locutor/contract';
import { type LivePool, runSteadily } from './live-pool.ts';
import { Pieces } from './pieces.ts';

/** Bytes of one job: two minutes of a telephone call, which take a tenth of a second. */
const JOB_BYTES = 1024 * 1024;

export interface LiveAudioOptions {
  readonly client: string;
  readonly signal: AbortSignal;
  /** Most bytes of a file that is decoded when it is complete. */
  readonly maxBytes: number;
  /** Milliseconds between two jobs: more of them find speech sooner, and take more time of the processes. */
  gap(): number;
  onPart(part: ListenOutput): void;
  /** After the last part. */
  onEnd(): void;
  /** Never called while `write` is. */
  onError(error: unknown): void;
  /** So many more bytes wait for the rest of their file. May throw. */
  onHold(bytes: number): void;
}

/**
 * The audio of a session on its way through the engine, one job after the other. Nothing of it is held by an engine
 * process: when one is lost, its job is done by another from the bytes that are here.
 */
export class LiveAudio {
  readonly #pool: LivePool;
  readonly #options: LiveAudioOptions;
  #decode: DecodeAs | undefined;
  #fresh = new Pieces();
  /** Bytes that were judged and are needed again. */
  #kept: Uint8Array = new Uint8Array();
  #state: ListenState | undefined;
  #received = 0;
  #judged = 0;
  /** How many bytes, with those that are kept, the next job needs: all where a file is decoded as a whole. */
  #wanted = 0;
  #held = 0;
  #last = false;
  #done = false;
  #running = false;
  #paused = false;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: LivePool, options: LiveAudioOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** Bytes so far, and how many of them were listened to. */
  get received(): number {
    return this.#received;
  }

  get judged(): number {
    return this.#judged;
  }

  /** Bytes that wait for the engine. Those that wait for the rest of their file do not count. */
  get backlog(): number {
    return this.#waitsForMore ? 0 : this.#received - this.#judged;
  }

  /** Milliseconds that the part has taken that is listened to, most of which it waits for a process. */
  get waitedMs(): number {
    return this.#running ? performance.now() - this.#startedAt : 0;
  }

  /** There is no more than what was received. */
  get isEnding(): boolean {
    return this.#last;
  }

  /** The format of the first bytes holds for all. */
  write(bytes: Uint8Array, decode: DecodeAs): void {
    if (this.#last || this.#stopped) return;
    this.#decode ??= decode;
    this.#received += bytes.length;
    this.#fresh.add(bytes);
    this.#pump();
  }

  end(): void {
    this.#last = true;
    this.#pump();
  }

  /** Audio waits until `resume`. */
  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#pump();
  }

  get #stopped(): boolean {
    return this.#done || this.#options.signal.aborted;
  }

  #pump(): void {
    if (this.#running || this.#paused || this.#stopped) return;
    if (this.#received === 0 && this.#last) {
      this.#finish();
      return;
    }
    if (!this.#last && this.#fresh.isEmpty) return;
    if (this.#waitsForMore) {
      this.#hold();
      return;
    }
    const wait = this.#last ? 0 : this.#startedAt + this.#options.gap() - performance.now();
    clearTimeout(this.#timer);
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait);
    else void this.#listen();
  }

  get #length(): number {
    return this.#received - this.#judged + this.#kept.length;
  }

  get #waitsForMore(): boolean {
    return !this.#last && this.#length < this.#wanted;
  }

  /** Bytes that wait for others are bounded, each stream's and all together. */
  #hold(): void {
    const { maxBytes, onHold } = this.#options;
    const more = this.#length - this.#held;
    try {
      if (this.#length > maxBytes) {
        throw new JobError(
          AUDIO_INVALID,
          `nothing of it can be decoded before the rest is there, and it has more than ${maxBytes} bytes`,
        );
      }
      if (more > 0) onHold(more);
      this.#held += Math.max(0, more);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #listen(): Promise<void> {
    this.#running = true;
    this.#startedAt = performance.now();
    const { taken, last } = this.#take();
    const bytes = this.#kept.length > 0 ? Buffer.concat([this.#kept, taken]) : taken;
    const input: ListenInput = {
      bytes,
      last,
      ...(this.#decode && { decode: this.#decode }),
      ...(this.#state && { state: this.#state }),
    };
    const { client, signal } = this.#options;
    try {
      const output = await runSteadily(this.#pool, 'listen', input, { client, signal, continues: 'ahead' });
      // `onPart` may call `resume`, but after the last part there is nothing left to listen to.
      this.#running = last;
      if (this.#stopped) return;
      this.#judged += taken.length;
      this.#state = output.state;
      this.#wanted = output.whole ? Number.POSITIVE_INFINITY : (output.least ?? 0);
      // A copy, so that the rest of a large frame is released.
      this.#kept = new Uint8Array(bytes.subarray(bytes.length - output.keep));
      this.#options.onPart(output);
      if (last) this.#finish();
      else this.#pump();
    } catch (error) {
      this.#running = false;
      this.#fail(error);
    }
  }

  /** The next bytes; all of them where so many were needed. */
  #take(): { taken: Uint8Array; last: boolean } {
    const taken = this.#fresh.take(this.#wanted > 0 ? Number.POSITIVE_INFINITY : JOB_BYTES);
    return { taken, last: this.#last && this.#fresh.isEmpty };
  }

  #finish(): void {
    if (this.#stopped) return;
    this.#done = true;
    this.#options.onEnd();
  }

  #fail(error: unknown): void {
    if (this.#stopped) return;
    this.#done = true;
    this.#fresh = new Pieces();
    this.#kept = new Uint8Array();
    queueMicrotask(() => {
      if (!this.#options.signal.aborted) this.#options.onError(error);
    });
  }
}
