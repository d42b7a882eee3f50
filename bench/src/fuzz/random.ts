import { createHash } from 'node:crypto';
import { randomNumbers } from '../random.ts';

/** Chance for one case, the same in every run with this seed: a case can be made again without those before it. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number, index: number) {
    // Neighbouring seeds of the generator give neighbouring numbers, hashes of them do not.
    const hash = createHash('sha256').update(`${seed} ${index}`).digest();
    this.#next = randomNumbers(hash.readUInt32LE(0));
  }

  /** From 0 to 1. */
  share(): number {
    return this.#next();
  }

  /** A whole number below the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
