import type { Vocabulary } from '../../../speech/vocabulary.ts';

const BYTES = 256;
const BLANK = 0x20;

/** A vocabulary of single bytes, with and without a blank before them, as Whisper writes letters that it seldom meets. */
export const spacedBytes: Vocabulary = {
  size: 2 * BYTES + 1,
  endToken: 2 * BYTES,
  bytes: (token) => {
    if (token === 2 * BYTES) return new Uint8Array();
    return token < BYTES ? Uint8Array.of(token) : Uint8Array.of(BLANK, token - BYTES);
  },
  decode: (tokens) =>
    Buffer.concat(tokens.map((token) => spacedBytes.bytes(token)))
      .toString('utf8')
      .trimStart(),
  encode: (text) =>
    text
      .split(' ')
      .flatMap((word) => [...Buffer.from(word)].map((byte, at) => (at === 0 ? BYTES : 0) + byte)),
};
