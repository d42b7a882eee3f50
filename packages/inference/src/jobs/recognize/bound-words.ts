import type { WordTime } from '../../align/index.ts';
import type { BoundSentence } from '../../search/grammar/grammar-guide.ts';
import { shareTime } from './word-times.ts';

/** Words of a sentence that are made of the same tokens. */
export interface WordGroup {
  words: string[];
  from: number;
  to: number;
}

/** The words of a sentence with the tokens they share: "25" may be one token for two words, or three with "e". */
export function wordGroups({ words }: BoundSentence): WordGroup[] {
  const groups: WordGroup[] = [];
  for (const { word, from, to } of words) {
    const end = Math.max(to, from + 1);
    const last = groups.at(-1);
    if (last && from < last.to) {
      last.words.push(word);
      last.to = Math.max(last.to, end);
    } else groups.push({ words: [word], from, to: end });
  }
  return groups;
}

/** The words of all groups with their times; those of one group share its time by their lengths. */
export function spreadTimes(
  groups: readonly WordGroup[],
  times: readonly WordTime[],
): ({ text: string; group: number } & WordTime)[] {
  return groups.flatMap(({ words }, group) => {
    const shared = shareTime(words, times[group]!);
    return words.map((text, at) => ({ text, group, ...shared[at]! }));
  });
}
