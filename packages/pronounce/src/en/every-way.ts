import { modelSounds } from './arpabet.ts';
import { britishAccents, britishSounds } from './british.ts';
import { lookUp, lookUpOthers } from './dictionary.ts';
import { heteronymWays } from './heteronyms.ts';

/** More are rare, and each has to be compared with what was heard. */
const MOST_WAYS = 12;

/**
 * Every way to say a word, the usual one first, each as `plain` makes it: a dictionary has "either" twice, "record" is a
 * noun and a verb, and the British say "schedule" and "class" in ways of their own.
 */
export function everyWay(usual: string, word: string, plain: (sounds: string) => string): string[] {
  const others = [...lookUpOthers(word), ...heteronymWays(word), ...britishSounds(word, lookUp(word) ?? [])];
  const ways = [usual, ...others.map((sounds) => plain(modelSounds(sounds)))];
  return [...new Set([...ways, ...ways.flatMap((way) => britishAccents(word, way))])].slice(0, MOST_WAYS);
}
