import type { RecognizedWord } from '../../contract/recognition.ts';

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
  const common = commonWords(before.slice(first), head);
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

interface Pair {
  before: number;
  after: number;
}

/** The longest row of words that are in both, in order and at the same times. */
function commonWords(before: readonly RecognizedWord[], after: readonly RecognizedWord[]): Pair[] {
  // longest[i][j]: for the words from i and from j on. The rows are a few words long.
  const longest: Pair[][][] = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => []),
  );
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const [one, other] = [longest[i + 1]![j]!, longest[i]![j + 1]!];
      let best = one.length >= other.length ? one : other;
      if (isSame(before[i]!, after[j]!) && longest[i + 1]![j + 1]!.length >= best.length) {
        best = [{ before: i, after: j }, ...longest[i + 1]![j + 1]!];
      }
      longest[i]![j] = best;
    }
  }
  return longest[0]![0]!;
}

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
