import type { SegmentAlternative } from './types.ts';

/**
 * The alternatives of a segment that was recognised in pieces: the best of every piece, then those that differ from it
 * in one piece.
 */
export function joinAlternatives(
  pieces: readonly (readonly SegmentAlternative[])[],
  most: number,
): SegmentAlternative[] {
  const spoken = pieces.filter((alternatives) => alternatives.length > 0);
  if (spoken.length <= 1) return (spoken[0] ?? []).slice(0, most);
  const best = spoken.map((alternatives) => alternatives[0]!);
  const others = spoken.flatMap((alternatives, place) =>
    alternatives.slice(1).map((other) => join(best.with(place, other))),
  );
  return [join(best), ...others.toSorted((a, b) => b.score - a.score)].slice(0, most);
}

function join(parts: readonly SegmentAlternative[]): SegmentAlternative {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: parts.map(({ text }) => text).join(' '),
    // Each part by its share of the text, which is there even when no words were asked for.
    score: parts.reduce((sum, { score, text }) => sum + (score * text.length) / length, 0),
    words: parts.flatMap(({ words }) => words),
  };
}
