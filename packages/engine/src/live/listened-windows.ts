import { type ListenOutput, readingAt, VAD_WINDOW, type WindowReading } from '@locutor/contract';

interface ListenedWindow {
  readonly samples: Float32Array;
  readonly reading: WindowReading;
}

/** Audio that was listened to and waits to be cut into segments. */
export class ListenedWindows {
  readonly #parts: ListenOutput[] = [];
  /** How many windows of the first part were taken. */
  #taken = 0;

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  add(part: ListenOutput): void {
    this.#parts.push(part);
  }

  next(): ListenedWindow | undefined {
    for (;;) {
      const [part] = this.#parts;
      if (!part) return undefined;
      const at = this.#taken * VAD_WINDOW;
      if (at < part.samples.length) {
        const reading = readingAt(part.readings, this.#taken);
        this.#taken += 1;
        return { samples: part.samples.subarray(at, at + VAD_WINDOW), reading };
      }
      this.#parts.shift();
      this.#taken = 0;
    }
  }
}
