import { lowerCase } from '../characters.ts';
import type { Lexicon } from './lexicon.ts';
import { parseNumber, sayQuantity } from './written-number.ts';

const COMMA_PIECES =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<!\d\.)\d+\.\d+(?![.\d])|\d+|[\p{L}\p{M}](?:['\u200c\u200d]?[\p{L}\p{M}])*|[^\s\p{L}\p{M}\d]/gu;
const DOT_PIECES =
  /\d{1,3}(?:\.\d{3})+(?:,\d+)?|(?<!\d,)\d+,\d+(?![,\d])|\d+|[\p{L}\p{M}](?:['\u200c\u200d]?[\p{L}\p{M}])*|[^\s\p{L}\p{M}\d]/gu;
const DIGIT = /^\d/;
const LETTER = /^[\p{L}\p{M}]/u;

/** A word that is no known form, piece by piece: "B2B" is "b two b", "C++" is "c plus plus", "well-known" two words. */
export function sayPieces(text: string, lexicon: Lexicon): string[] {
  const pieces = text.match(lexicon.signs.group === ',' ? COMMA_PIECES : DOT_PIECES) ?? [];
  return pieces.flatMap((piece, at) => sayPiece(piece, lexicon, pieces[at - 1], pieces[at + 1]));
}

function sayPiece(
  piece: string,
  lexicon: Lexicon,
  before: string | undefined,
  after: string | undefined,
): readonly string[] {
  if (LETTER.test(piece)) return [lowerCase(piece, '')];
  if (DIGIT.test(piece)) {
    const number = parseNumber(piece, lexicon.signs);
    if (!number || (!number.grouped && number.decimals === undefined)) return lexicon.run(piece);
    return sayQuantity(number, lexicon);
  }
  if (piece === '.' && DIGIT.test(before ?? '') && DIGIT.test(after ?? '')) return [lexicon.dot];
  if (piece === '#')
    return DIGIT.test(after ?? '') ? [lexicon.number] : LETTER.test(after ?? '') ? [lexicon.hash] : [];
  return lexicon.symbols.get(piece) ?? [];
}
