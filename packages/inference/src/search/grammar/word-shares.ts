import type { Hypothesis } from '../beam-search.ts';
import { wordOf } from './single-words.ts';
import type { SpokenSentence } from './spoken-sentences.ts';

/** What a word lacks as a text counts so much beside what it lacks in its sounds. */
const PER_LACK = 0.15;

/** Words that sound the same. */
interface Homophones {
  /** Of the one that lacks least. */
  lack: number;
  words: Set<string>;
}

/**
 * Best first, each with its part of the probability of all words. Words that sound the same, "to" and "two", are told apart
 * by their text alone; the same word of several grammars has all of its part in each. `soundsOf` is equal for words that
 * sound the same as they were heard.
 */
export function withShares(
  judged: readonly SpokenSentence[],
  free: Hypothesis,
  soundsOf: (word: string) => string,
): SpokenSentence[] {
  const textLacks = new Map<string, number>();
  const groups = new Map<string, Homophones>();
  for (const each of judged) {
    const word = wordOf(each);
    const own = Math.max(0, free.total - each.logProb);
    const text = Math.min(own, textLacks.get(word) ?? own);
    textLacks.set(word, text);
    const lack = each.wordLack ? PER_LACK * text + each.wordLack.logProb : text;
    const group = groups.get(soundsOf(word)) ?? { lack, words: new Set() };
    group.lack = Math.min(group.lack, lack);
    group.words.add(word);
    groups.set(soundsOf(word), group);
  }
  const allGroups = [...groups.values()].map(({ lack }) => lack);
  return judged
    .map((each) => {
      const { lack, words } = groups.get(soundsOf(wordOf(each)))!;
      const others = [...words].map((word) => textLacks.get(word)!);
      return { ...each, share: partOf(lack, allGroups) * partOf(textLacks.get(wordOf(each))!, others) };
    })
    .sort((a, b) => b.share - a.share);
}

/** The part of the probability that is left to what lacks so much, beside all there are. */
function partOf(lack: number, all: readonly number[]): number {
  return 1 / all.reduce((sum, other) => sum + Math.exp(lack - other), 0);
}
