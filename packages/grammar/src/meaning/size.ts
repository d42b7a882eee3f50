import type { GrammarLimits } from '../limits.ts';
import type { Meaning } from './simple-tag.ts';

/** Raised where a meaning grows past its limits while it is put together. */
export class MeaningTooLong extends Error {}

interface Size {
  readonly length: number;
  readonly depth: number;
}

/**
 * Knows how long and how deep meanings are as JSON, escapes not counted. A value that holds another one twice, which
 * holds another one twice, and so on, is small in memory and endless when written out; sizes are added up as values are
 * made, so that it is refused before anything walks through it.
 */
export class MeaningSizes {
  readonly #limits: Pick<GrammarLimits, 'meaningLength' | 'meaningDepth'>;
  readonly #known = new WeakMap<object, Size>();

  constructor(limits: Pick<GrammarLimits, 'meaningLength' | 'meaningDepth'>) {
    this.#limits = limits;
  }

  /** The length. Call when a value is finished: what it holds has been through here before. */
  check(value: Meaning): number {
    const { meaningLength } = this.#limits;
    const { length } = this.#sizeOf(value, 0);
    if (length > meaningLength)
      throw new MeaningTooLong(`the meaning is longer than ${meaningLength} characters`);
    return length;
  }

  /** `above`: the lists and objects around the value. */
  #sizeOf(value: Meaning, above: number): Size {
    if (typeof value === 'string') return { length: value.length + 2, depth: 0 };
    if (typeof value !== 'object' || value === null) return { length: String(value).length, depth: 0 };
    const { meaningDepth } = this.#limits;
    const size = this.#known.get(value) ?? (above < meaningDepth ? this.#measure(value, above) : undefined);
    if (size === undefined || above + size.depth > meaningDepth)
      throw new MeaningTooLong(`the meaning is nested deeper than ${meaningDepth} levels`);
    return size;
  }

  #measure(value: Meaning[] | { [name: string]: Meaning }, above: number): Size {
    const members = Object.entries(value);
    let length = 2 + Math.max(0, members.length - 1);
    let depth = 0;
    for (const [name, member] of members) {
      const size = this.#sizeOf(member, above + 1);
      length += size.length + (Array.isArray(value) ? 0 : name.length + 3);
      depth = Math.max(depth, size.depth);
    }
    const size = { length, depth: depth + 1 };
    this.#known.set(value, size);
    return size;
  }
}
