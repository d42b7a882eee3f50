import type { Meaning } from './simple-tag.ts';

/** Raised where a meaning grows past its limit while it is put together. */
export class MeaningTooLong extends Error {}

/**
 * Knows how long meanings are as JSON, roughly. A value that holds another one twice, which holds another one twice,
 * and so on, is small in memory and endless when written out; sizes are added up as values are made, so that it is
 * refused before anything walks through it.
 */
export class MeaningSizes {
  readonly #limit: number;
  readonly #known = new WeakMap<object, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Call when a value is finished: what it holds has been through here before. */
  check(value: Meaning): void {
    if (this.#sizeOf(value) > this.#limit)
      throw new MeaningTooLong(`the meaning is longer than ${this.#limit} characters`);
  }

  #sizeOf(value: Meaning): number {
    if (typeof value === 'string') return value.length + 2;
    if (typeof value !== 'object' || value === null) return 8;
    let size = this.#known.get(value);
    if (size === undefined) {
      size = 2;
      for (const [name, member] of Object.entries(value)) size += name.length + 4 + this.#sizeOf(member);
      this.#known.set(value, size);
    }
    return size;
  }
}
