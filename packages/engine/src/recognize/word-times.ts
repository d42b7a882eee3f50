import type { Reading } from './reading.ts';
import type { RecognizedWord } from './types.ts';

export interface SourceTime {
  start: number;
  end: number;
}

/**
 * Words with the times and scores of what they were made of. Several that were made of one, as "twenty five" of 25,
 * share its time by their lengths.
 */
export function timedWords(
  { words }: Pick<Reading, 'words'>,
  scores: readonly number[],
  times: readonly SourceTime[],
): RecognizedWord[] {
  const timed: RecognizedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const { from, to } = words[at]!;
    let next = at + 1;
    while (next < words.length && words[next]!.from === from && words[next]!.to === to) next++;
    const group = words.slice(at, next);
    const letters = group.reduce((sum, { text }) => sum + text.length, 0);
    const start = times[from]!.start;
    const length = Math.max(0, times[to - 1]!.end - start);
    let before = 0;
    for (const [index, { text }] of group.entries()) {
      const after = before + text.length;
      timed.push({
        text,
        score: scores[at + index]!,
        start: start + (length * before) / letters,
        end: start + (length * after) / letters,
      });
      before = after;
    }
    at = next;
  }
  return timed;
}
