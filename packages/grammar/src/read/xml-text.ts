import type { Token } from '../model.ts';
import { normalizeSpace } from './characters.ts';
import type { Source } from './source.ts';

/** A run of character data: its text after references and line ends, and where it stands in the source. */
export interface TextPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Text of a rule or item is tokens: words between white space, several words between double quotes are one. */
export function textTokens(pieces: readonly TextPiece[], source: Source): Token[] {
  const text = pieces.length === 1 ? pieces[0]!.text : pieces.map((piece) => piece.text).join('');
  const offsets = new TextOffsets(pieces, source.text);
  const tokens: Token[] = [];
  for (const match of text.matchAll(/"([^"]*)"|"|[^ \t\r\n"]+/g)) {
    const offset = offsets.sourceOffset(match.index);
    if (match[0] === '"') {
      throw source.error('syntax', "The quoted token is not closed: expected another '\"'.", offset);
    }
    const word = match[1] === undefined ? match[0] : normalizeSpace(match[1]);
    if (word === '') throw source.error('syntax', 'A quoted token must not be empty.', offset);
    source.spend('tokens', offset);
    tokens.push({ kind: 'token', text: word, position: source.position(offset) });
  }
  return tokens;
}

/** Finds the place in the source of a character of the text; asked front to back. */
class TextOffsets {
  readonly #pieces: readonly TextPiece[];
  readonly #source: string;
  #piece = 0;
  #pieceStart = 0;
  #map: readonly number[] | undefined;

  constructor(pieces: readonly TextPiece[], source: string) {
    this.#pieces = pieces;
    this.#source = source;
    this.#map = this.#mapPiece();
  }

  sourceOffset(index: number): number {
    let piece = this.#pieces[this.#piece]!;
    while (index >= this.#pieceStart + piece.text.length && this.#piece + 1 < this.#pieces.length) {
      this.#pieceStart += piece.text.length;
      this.#piece += 1;
      piece = this.#pieces[this.#piece]!;
      this.#map = this.#mapPiece();
    }
    const inside = index - this.#pieceStart;
    return piece.start + (this.#map?.[inside] ?? inside);
  }

  /** Only text with references or carriage returns is shorter than its source. */
  #mapPiece(): readonly number[] | undefined {
    const piece = this.#pieces[this.#piece];
    if (!piece || piece.text.length === piece.end - piece.start) return undefined;
    const raw = this.#source.slice(piece.start, piece.end);
    const map: number[] = [];
    for (const unit of raw.matchAll(/&#(x?)([0-9A-Fa-f]+);|&[^;]*;|\r\n|[\s\S]/g)) {
      map.push(unit.index);
      const code = unit[2] === undefined ? 0 : Number.parseInt(unit[2], unit[1] ? 16 : 10);
      if (code > 0xffff) map.push(unit.index);
    }
    return map;
  }
}
