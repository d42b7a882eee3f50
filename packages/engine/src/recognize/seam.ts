import type { RecognizedWord } from '@locutor/contract';
import { commonItems } from '@locutor/text';

/** A word that is recognised on both sides of a cut has the same time on both within this tolerance, in seconds. */
const SAME_TIME = 0.5;

export interface Seam {
  /** Words of the first side that stand. */
  keep: number;
  /** Words of the second side that the first has already. */
  skip: number;
}

/**
 * Where to switch from one list of words to the next when both cover the audio between `from` and `until`. At the edge
 * of its audio, a side has half a word and guesses the rest. So the switch is at a word that both have, the middle one
 * if there are several, or else in the middle of the overlap.
 */
export function findSeam(
  before: readonly RecognizedWord[],
  after: readonly RecognizedWord[],
  from: number,
  until: number,
): Seam {
  const tail = before.findIndex((word) => word.end > from);
  const headEnd = after.findIndex((word) => word.start >= until);
  const first = tail < 0 ? before.length : tail;
  const head = after.slice(0, headEnd < 0 ? after.length : headEnd);
  const common = commonItems(before.slice(first), head, isSame);
  const chosen = common[Math.floor((common.length - 1) / 2)];
  if (chosen) {
    const keep = first + chosen.before;
    // The last word of a side is written as the end of a sentence.
    const fromAfter = keep === before.length - 1 && chosen.after > 0;
    return fromAfter ? { keep, skip: chosen.after } : { keep: keep + 1, skip: chosen.after + 1 };
  }
  const isBefore = (word: RecognizedWord) => middleOf(word) < (from + until) / 2;
  return { keep: countWhile(before, isBefore), skip: countWhile(after, isBefore) };
}

/** At the same time, too. */
function isSame(one: RecognizedWord, other: RecognizedWord): boolean {
  return plain(one.text) === plain(other.text) && Math.abs(middleOf(one) - middleOf(other)) < SAME_TIME;
}

/** Case and punctuation depend on what stands around. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || text;
}

function middleOf({ start, end }: RecognizedWord): number {
  return (start + end) / 2;
}

function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? items.length : end;
}
