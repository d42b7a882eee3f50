import type { SegmentAlternative } from '@locutor/contract';
import { wordSeparator } from '@locutor/text';

/** What was recognised in one piece of a segment. Where the language is detected, each piece may have its own. */
export interface SpokenPiece {
  language: string;
  alternatives: readonly SegmentAlternative[];
}

type Part = SegmentAlternative & { language: string };

/**
 * The alternatives of a segment that was recognised in pieces: the best of every piece, then those that differ from it
 * in one piece.
 */
export function joinAlternatives(pieces: readonly SpokenPiece[], most: number): SegmentAlternative[] {
  const spoken = pieces.filter(({ alternatives }) => alternatives.length > 0);
  if (spoken.length <= 1) return (spoken[0]?.alternatives ?? []).slice(0, most);
  const best = spoken.map(({ alternatives, language }): Part => ({ ...alternatives[0]!, language }));
  const others = spoken.flatMap(({ alternatives, language }, place) =>
    alternatives.slice(1).map((other) => join(best.with(place, { ...other, language }))),
  );
  return [join(best), ...others.toSorted((a, b) => b.score - a.score)].slice(0, most);
}

/** The language that most of the text is in, by the best alternatives; undefined where nothing was said. */
export function mainLanguage(pieces: readonly SpokenPiece[]): string | undefined {
  const lengths = new Map<string, number>();
  for (const { language, alternatives } of pieces) {
    if (!alternatives[0]) continue;
    lengths.set(language, (lengths.get(language) ?? 0) + alternatives[0].text.length);
  }
  return [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function join(parts: readonly Part[]): SegmentAlternative {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: parts.reduce(
      (text, part, at) => text + (at > 0 ? between(parts[at - 1]!, part) : '') + part.text,
      '',
    ),
    // Each part by its share of the text, which is there even when no words were asked for.
    score: parts.reduce((sum, { score, text }) => sum + (score * text.length) / length, 0),
    words: parts.flatMap(({ words }) => words),
  };
}

/** A space, unless neither side is in a language that has spaces between words. */
function between(before: Part, after: Part): string {
  return wordSeparator(before.language) || wordSeparator(after.language);
}
