import { GrammarError, type GrammarErrorPlace } from '../errors.ts';

/** What a reader accepts of one document. Each limit fails with a GrammarError of code `limit` that names it. */
export interface ReadLimits {
  /** Size of the source in bytes. */
  readonly bytes: number;
  /** How deep groups, items and alternatives may nest. */
  readonly depth: number;
  readonly rules: number;
  readonly tokens: number;
  readonly tags: number;
}

/** 16 MiB holds a list of 300,000 names in XML; real grammars nest fewer than 20 levels. */
export const defaultReadLimits: ReadLimits = {
  bytes: 16 * 1024 * 1024,
  depth: 200,
  rules: 20_000,
  tokens: 2_000_000,
  tags: 200_000,
};

/** Counts what one document uses up. */
export class ReadBudget {
  readonly #limits: ReadLimits;
  readonly #used = { rules: 0, tokens: 0, tags: 0 };

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  spend(what: 'rules' | 'tokens' | 'tags', place: GrammarErrorPlace): void {
    this.#used[what] += 1;
    if (this.#used[what] > this.#limits[what]) {
      throw limitReached(what, `The grammar has more than ${this.#limits[what]} ${what}.`, place);
    }
  }

  enter(depth: number, place: GrammarErrorPlace): void {
    if (depth > this.#limits.depth) {
      throw limitReached('depth', `The grammar nests deeper than ${this.#limits.depth} levels.`, place);
    }
  }
}

export function checkSize(bytes: number, limits: ReadLimits, place: GrammarErrorPlace): void {
  if (bytes > limits.bytes) {
    throw limitReached('bytes', `The grammar is ${bytes} bytes long, ${limits.bytes} are allowed.`, place);
  }
}

function limitReached(limit: keyof ReadLimits, reason: string, place: GrammarErrorPlace): GrammarError {
  return new GrammarError('limit', reason, place, limit);
}
