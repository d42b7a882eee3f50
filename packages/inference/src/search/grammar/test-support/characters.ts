import type { Vocabulary } from '../../../speech/vocabulary.ts';

const ALPHABET = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ãéçõ,.?!-'$"];
const pieces = [...ALPHABET, ...ALPHABET.map((character) => ` ${character}`)];
const ids = new Map(pieces.map((piece, index) => [piece, index + 1]));

/** A vocabulary of single characters, with and without a blank before them: a word has one way to be written. */
export const characters: Vocabulary = {
  size: pieces.length + 1,
  endToken: 0,
  bytes: (token) => new TextEncoder().encode(pieces[token - 1] ?? ''),
  decode: (tokens) =>
    tokens
      .map((token) => pieces[token - 1] ?? '')
      .join('')
      .trimStart(),
  encode: (text) => (` ${text}`.match(/ ?[^ ]/gu) ?? []).map((piece) => ids.get(piece)!),
};
