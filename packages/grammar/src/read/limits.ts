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

  /** False once there are too many: the caller alone knows the place, which costs too much to work out each time. */
  spend(what: 'rules' | 'tokens' | 'tags'): boolean {
    this.#used[what] += 1;
    return this.#used[what] <= this.#limits[what];
  }

  allows(depth: number): boolean {
    return depth <= this.#limits.depth;
  }

  reached(limit: 'rules' | 'tokens' | 'tags' | 'depth', place: GrammarErrorPlace): GrammarError {
    const most = this.#limits[limit];
    const reason =
      limit === 'depth'
        ? `The grammar nests deeper than ${most} levels.`
        : `The grammar has more than ${most} ${limit}.`;
    return limitReached(limit, reason, place);
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
