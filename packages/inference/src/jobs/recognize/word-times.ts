import type { RecognizedWord } from '@locutor/contract';
import type { TextWord } from '@locutor/text';
import type { WordTime } from '../../align/index.ts';
import type { TimingUnit } from './timing-units.ts';

/** A part of the source with its time in seconds. */
export interface TimedUnit extends TimingUnit {
  start: number;
  end: number;
}

/**
 * Words with the times of what they were made of. Several that were made of one, as "twenty five" of 25, have a
 * digit each where there are as many, or share the time by their lengths.
 */
export function timedWords(
  words: readonly TextWord[],
  scores: readonly number[],
  units: readonly TimedUnit[],
): RecognizedWord[] {
  const timed: RecognizedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const { from, to } = words[at]!;
    let next = at + 1;
    while (next < words.length && words[next]!.from === from && words[next]!.to === to) next++;
    const group = words.slice(at, next);
    const own = units.filter(({ word }) => word >= from && word < to);
    const times =
      own.length === group.length
        ? own
        : shareTime(
            group.map(({ text }) => text),
            { start: own[0]!.start, end: own.at(-1)!.end },
          );
    for (const [index, { text }] of group.entries()) {
      const { start, end } = times[index]!;
      timed.push({ text, score: scores[at + index]!, start, end });
    }
    at = next;
  }
  return timed;
}

/** The time of several words for each of them, by their lengths. */
export function shareTime(words: readonly string[], { start, end }: WordTime): WordTime[] {
  const letters = words.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  return words.map(({ length }) => {
    const first = before;
    before += length;
    const at = (part: number) => start + ((end - start) * part) / letters;
    return { start: at(first), end: at(before) };
  });
}
