import { writeSync } from 'node:fs';
import { nonBlocking } from './non-blocking.ts';

/** Text that may wait for a slow reader; beyond it lines are dropped rather than the server's memory filled. */
const MAX_WAITING = 16 * 1024 ** 2;
const RETRY_MS = 10;
/** At the end of the process: how long a reader may read nothing, and how long it may take in all. */
const LAST_PAUSE_MS = 2_000;
const LAST_MS = 10_000;
const NOTHING = Buffer.alloc(0);

/**
 * Where log lines go: gathered and written together, so that neither a system call per request nor a full pipe at the
 * other end holds the server up. No other thread writes them: at every moment it is known which bytes are out, so that
 * the last flush repeats none, and no write is left waiting when the process is to end.
 */
export class LogOutput {
  readonly #descriptor: number;
  readonly #batch: number;
  readonly #delayMs: number;
  #waiting = '';
  #unwritten: Buffer = NOTHING;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;

  /** Written as soon as `batch` characters wait, and at the latest after `delayMs`. */
  constructor(descriptor: number, batch: number, delayMs: number) {
    this.#descriptor = nonBlocking(descriptor);
    this.#batch = batch;
    this.#delayMs = delayMs;
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.#waiting.length > MAX_WAITING) {
      this.#dropped++;
      return;
    }
    this.#waiting += line;
    // A reader that is behind gets these too when it is asked again.
    if (this.#unwritten.length > 0) return;
    if (this.#waiting.length >= this.#batch) this.#flush();
    else this.#again(this.#delayMs);
  }

  /** Writes what is left, now; for the end of the process. Gives up on a reader that does not read. */
  flushSync(): void {
    const start = performance.now();
    let progress = start;
    let left = this.#unwritten.length;
    while (!this.#writeAll()) {
      const now = performance.now();
      if (this.#unwritten.length !== left) progress = now;
      left = this.#unwritten.length;
      if (now - progress > LAST_PAUSE_MS || now - start > LAST_MS) return;
      sleepSync(RETRY_MS);
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#writeAll()) this.#again(RETRY_MS);
  }

  #again(afterMs: number): void {
    this.#timer ??= setTimeout(() => this.#flush(), afterMs).unref();
  }

  /** Whether everything is out; if not, the reader is behind. */
  #writeAll(): boolean {
    while (this.#unwritten.length > 0 || this.#waiting.length > 0) {
      if (this.#unwritten.length === 0) this.#unwritten = this.#take();
      if (!this.#writeSome()) return false;
    }
    return true;
  }

  /** Whether anything was written, or given up because nobody can read it. */
  #writeSome(): boolean {
    try {
      const written = writeSync(this.#descriptor, this.#unwritten);
      this.#unwritten = this.#unwritten.subarray(written);
      return written > 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
      this.#unwritten = NOTHING;
      return true;
    }
  }

  #take(): Buffer {
    const note = this.#dropped > 0 ? `{"level":40,"msg":"log lines dropped","lines":${this.#dropped}}\n` : '';
    const text = Buffer.from(this.#waiting + note);
    this.#waiting = '';
    this.#dropped = 0;
    return text;
  }
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
