import type { Network } from '../compile/network.ts';
import { GrammarError } from '../errors.ts';
import { randomNumbers } from './random.ts';
import { RandomWalk } from './random-walk.ts';

export interface SentenceOptions {
  /** How many distinct sentences. Default 10; fewer where the grammar hardly has more. */
  readonly count?: number;
  /** The same seed gives the same sentences. Default 1. */
  readonly seed?: number;
  /** A sentence goes straight to its end after so many words. Default 40. */
  readonly words?: number;
  /** Sentences of more characters are left out. Default: no limit. */
  readonly length?: number;
}

/** Walks for each sentence that is wanted: a grammar of few sentences gives the same ones again and again. */
const ATTEMPTS = 50;

/**
 * Distinct random sentences of a network. One that is not accepted as a text is left out: a grammar may have tokens
 * that no text has, such as a sign that is no word.
 */
export function randomSentences(
  network: Network,
  accepts: (text: string) => boolean,
  { count = 10, seed = 1, words = 40, length = Number.POSITIVE_INFINITY }: SentenceOptions,
): string[] {
  const walk = new RandomWalk(network);
  const random = randomNumbers(seed);
  const sentences = new Set<string>();
  for (let attempt = 0; attempt < count * ATTEMPTS && sentences.size < count; attempt++) {
    const text = walk.tokens(random, words)?.join(' ');
    if (text === undefined) break;
    if (text.length > length) continue;
    if (!sentences.has(text) && isAccepted(text, accepts)) sentences.add(text);
  }
  return [...sentences];
}

/** A grammar may have sentences only that are longer than any text may be. */
function isAccepted(text: string, accepts: (text: string) => boolean): boolean {
  try {
    return accepts(text);
  } catch (error) {
    if (error instanceof GrammarError && error.code === 'limit') return false;
    throw error;
  }
}
