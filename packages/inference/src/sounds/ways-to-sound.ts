import { waysToSay } from '@locutor/pronounce';
import { LRUCache } from 'lru-cache';
import type { SoundReader } from './sound-reader.ts';

/** Each as the numbers of its sounds. */
export type Ways = readonly (readonly number[])[];

/** Words whose sounds are kept. */
const KEPT = 10_000;
/** Hardly any word is longer, and unknown ones take long to pronounce. */
const MOST_LETTERS = 40;
const known = new WeakMap<SoundReader, LRUCache<string, Ways>>();

/** All ways to say an English word, as the numbers of their sounds; none for what has no sounds. */
export function waysToSound(reader: SoundReader, word: string): Ways {
  const words = known.get(reader) ?? new LRUCache<string, Ways>({ max: KEPT });
  known.set(reader, words);
  const ways = words.get(word) ?? findWays(reader, word);
  words.set(word, ways);
  return ways;
}

function findWays(reader: SoundReader, word: string): Ways {
  if (word.length > MOST_LETTERS) return [];
  return waysToSay(word, 'en').flatMap((way) => {
    const sounds = reader.numbersOf(way);
    return sounds ? [sounds] : [];
  });
}
