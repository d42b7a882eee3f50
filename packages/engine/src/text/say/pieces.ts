import { lowerCase } from '../characters.ts';
import type { Voice } from './voice.ts';
import { parseNumber, sayQuantity } from './written-number.ts';

const COMMA_PIECES =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<!\d\.)\d+\.\d+(?![.\d])|\d+|[\p{L}\p{M}](?:['\u200c\u200d]?[\p{L}\p{M}])*|[^\s\p{L}\p{M}\d]/gu;
const DOT_PIECES =
  /\d{1,3}(?:\.\d{3})+(?:,\d+)?|(?<!\d,)\d+,\d+(?![,\d])|\d+|[\p{L}\p{M}](?:['\u200c\u200d]?[\p{L}\p{M}])*|[^\s\p{L}\p{M}\d]/gu;
const DIGIT = /^\d/;
const LETTER = /^[\p{L}\p{M}]/u;

/** A word that is no known form, piece by piece: "B2B" is "b two b", "C++" is "c plus plus", "well-known" two words. */
export function sayPieces(text: string, voice: Voice): string[] {
  const pieces = text.match(voice.signs.group === ',' ? COMMA_PIECES : DOT_PIECES) ?? [];
  return pieces.flatMap((piece, at) => sayPiece(piece, voice, pieces[at - 1], pieces[at + 1]));
}

function sayPiece(
  piece: string,
  voice: Voice,
  before: string | undefined,
  after: string | undefined,
): readonly string[] {
  if (LETTER.test(piece)) return [lowerCase(piece, '')];
  if (DIGIT.test(piece)) {
    const number = parseNumber(piece, voice.signs);
    if (!number || (!number.grouped && number.decimals === undefined)) return voice.run(piece);
    return sayQuantity(number, voice);
  }
  if (piece === '.' && DIGIT.test(before ?? '') && DIGIT.test(after ?? '')) return [voice.dot];
  if (piece === '#')
    return DIGIT.test(after ?? '') ? [voice.number] : LETTER.test(after ?? '') ? [voice.hash] : [];
  return voice.symbols.get(piece) ?? [];
}
