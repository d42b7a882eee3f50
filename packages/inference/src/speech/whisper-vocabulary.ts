import type { Vocabulary } from './vocabulary.ts';

/** The parts of `tokenizer.json` that are read. */
export interface TokenizerFile {
  model: { vocab: Readonly<Record<string, number>>; merges: readonly string[] };
}

/** Merging never crosses from one of these to the next. */
const CHUNK = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/**
 * The vocabulary of the Whisper models: byte pairs. In the file every byte of a token is one visible character.
 * Special tokens, times among them, come from the end token on and are no text.
 */
export function whisperVocabulary(file: TokenizerFile, size: number, endToken: number): Vocabulary {
  const bytes = textBytes(file, endToken);
  let merge: ((chunk: string) => number[]) | undefined;
  return {
    size,
    endToken,
    bytes,
    decode: (tokens) => Buffer.concat(tokens.map(bytes)).toString('utf8').trimStart(),
    encode(text) {
      merge ??= merger(file);
      return (` ${text}`.match(CHUNK) ?? []).flatMap(merge);
    },
  };
}

/** All in one buffer: fifty thousand arrays would take ten megabytes more. */
function textBytes({ model: { vocab } }: TokenizerFile, endToken: number): (token: number) => Uint8Array {
  const pieces: string[] = new Array(endToken).fill('');
  for (const [piece, token] of Object.entries(vocab)) if (token < endToken) pieces[token] = piece;
  const text = pieces.join('');
  const all = Uint8Array.from({ length: text.length }, (_, at) => byteOf.get(text[at]!)!);
  const ends = new Uint32Array(endToken);
  let end = 0;
  for (const [token, piece] of pieces.entries()) {
    end += piece.length;
    ends[token] = end;
  }
  return (token) => all.subarray(token > 0 ? (ends[token - 1] ?? end) : 0, ends[token] ?? end);
}

/** Joins the pair that the file lists first, again and again. */
function merger({ model: { vocab, merges } }: TokenizerFile): (chunk: string) => number[] {
  const ranks = new Map(merges.map((pair, rank) => [pair, rank]));
  return (chunk) => {
    const pieces = Array.from(new TextEncoder().encode(chunk), (byte) => characters[byte]!);
    for (;;) {
      let best = Infinity;
      let at = 0;
      for (let left = 0; left + 1 < pieces.length; left++) {
        const rank = ranks.get(`${pieces[left]} ${pieces[left + 1]}`) ?? Infinity;
        if (rank < best) {
          best = rank;
          at = left;
        }
      }
      if (best === Infinity) return pieces.map((piece) => vocab[piece]!);
      pieces.splice(at, 2, pieces[at]! + pieces[at + 1]!);
    }
  };
}

/** The character that stands for each byte: itself where it is visible, otherwise the next one from 256 on. */
const characters = byteCharacters();
const byteOf = new Map(characters.map((character, byte) => [character, byte]));

function byteCharacters(): string[] {
  const visible = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xff && byte !== 0xad);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(visible(byte) ? byte : next++));
}
