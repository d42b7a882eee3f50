import { recognizerGraphs } from '@locutor/graphs';
import llama from 'llama-tokenizer-js';
import type { Vocabulary } from './vocabulary.ts';

const { vocabulary: size, endToken } = recognizerGraphs['moonshine-base'];
const NOTHING = new Uint8Array();
const BYTE = /^<0x([0-9A-F]{2})>$/;
const encoder = new TextEncoder();

/** Sentence pieces: a low line is a blank, `<0x0A>` a byte. Start, end, unknown and what lies beyond are no text. */
const pieces: readonly Uint8Array[] = llama.vocabById.map((piece, token) => {
  if (token <= endToken) return NOTHING;
  const byte = BYTE.exec(piece);
  return byte ? Uint8Array.of(Number.parseInt(byte[1]!, 16)) : encoder.encode(piece.replaceAll('▁', ' '));
});

const OTHER_SCRIPT = /(?=\p{L})\P{sc=Latin}/u;

/** Tokens with letters that English has not: what the model does not understand it has written as Кin or 就. */
export const otherScripts: ReadonlySet<number> = new Set(
  llama.vocabById.flatMap((piece, token) => (OTHER_SCRIPT.test(piece) ? [token] : [])),
);

/** The vocabulary of the Moonshine models. */
export const moonshineVocabulary: Vocabulary = {
  size,
  endToken,
  bytes: (token) => pieces[token] ?? NOTHING,
  decode(tokens) {
    const text = Buffer.concat(tokens.map((token) => pieces[token] ?? NOTHING)).toString('utf8');
    return text.trimStart();
  },
  // The library puts the blank before the text itself.
  encode: (text) => llama.encode(text, false),
};
