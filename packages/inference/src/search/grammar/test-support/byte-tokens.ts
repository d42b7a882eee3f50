import type { Vocabulary } from '../../../speech/vocabulary.ts';

const END = 256;

/** A vocabulary of single bytes: characters of other scripts are several tokens, as rare ones are to Whisper. */
export const byteTokens: Vocabulary = {
  size: END + 1,
  endToken: END,
  bytes: (token) => (token < END ? Uint8Array.of(token) : new Uint8Array()),
  decode: (tokens) => Buffer.from(tokens).toString('utf8').trimStart(),
  // Whisper writes no blank before the first word of such a language.
  encode: (text) => [...Buffer.from(text)],
};
