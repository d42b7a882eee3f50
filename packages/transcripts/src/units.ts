import { columnsOf } from './columns.ts';
import { oneLine } from './speaker-name.ts';
import type { TranscriptSegment, TranscriptWord } from './transcript.ts';
import { breakable } from './unspaced.ts';

/** What captions are never cut inside of: a word mostly. Times are seconds. */
export interface Unit {
  readonly text: string;
  /** What stands between it and the unit before, in one line. */
  readonly gap: '' | ' ';
  readonly start: number;
  readonly end: number;
}

/** A text in units that take their share of the time by their length. */
export function unitsOf(text: string, start: number, end: number, columns: number): Unit[] {
  const parts = oneLine(text)
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) =>
      breakable(word, columns).map((part, index) => ({
        part,
        gap: index === 0 ? (' ' as const) : ('' as const),
      })),
    );
  const length = parts.reduce((sum, { part }) => sum + columnsOf(part), 0);
  let at = 0;
  const timeAt = (column: number) => start + ((end - start) * column) / Math.max(1, length);
  return parts.map(({ part, gap }) => {
    const from = at;
    at += columnsOf(part);
    return { text: part, gap, start: timeAt(from), end: timeAt(at) };
  });
}

/** The words of a segment, or its text where it has no words. */
export function unitsOfSegment({ text, words, start, end }: TranscriptSegment, columns: number): Unit[] {
  if (words.length === 0) return unitsOf(text, start, end, columns);
  const gaps = gapsOf(text, words);
  return words.flatMap((word, index) =>
    unitsOf(word.text, word.start, word.end, columns).map((unit, part) =>
      part === 0 ? { ...unit, gap: gaps[index]! } : unit,
    ),
  );
}

/** The text says where spaces are: which language it is in, nobody needs to know. */
function gapsOf(text: string, words: readonly TranscriptWord[]): Unit['gap'][] {
  let at = 0;
  return words.map((word) => {
    const found = text.indexOf(word.text, at);
    const gap = found === at ? '' : ' ';
    if (found >= 0) at = found + word.text.length;
    return gap;
  });
}
