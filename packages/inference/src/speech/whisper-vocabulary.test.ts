import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultModelsDir } from '@locutor/models';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { tokenWords, type Vocabulary } from './vocabulary.ts';
import { type TokenizerFile, whisperVocabulary } from './whisper-vocabulary.ts';

const path = join(process.env.LOCUTOR_MODELS_DIR || defaultModelsDir(), 'whisper-tiny/tokenizer.json');

test('joins the pair that comes first in the list, wherever it is in the text', () => {
  const pieces = ['Ġ', 'a', 'b', 'c', 'bc', 'ab', 'Ġa'];
  const file: TokenizerFile = {
    model: {
      vocab: Object.fromEntries(pieces.map((piece, token) => [piece, token])),
      merges: ['b c', 'a b', 'Ġ a'],
    },
  };
  const vocabulary = whisperVocabulary(file, 8, 7);
  const split = (text: string) => vocabulary.encode(text).map((token) => pieces[token]);
  expect(split('abc')).toEqual(['Ġa', 'bc']);
  expect(split('cab')).toEqual(['Ġ', 'c', 'ab']);
  // Never across a blank.
  expect(split('ab c')).toEqual(['Ġ', 'ab', 'Ġ', 'c']);
  expect(vocabulary.bytes(6)).toEqual(Uint8Array.of(0x20, 0x61));
  expect(vocabulary.bytes(0)).toEqual(Uint8Array.of(0x20));
  expect(vocabulary.bytes(7)).toHaveLength(0);
});

describe('the published vocabulary', () => {
  const fetched = existsSync(path);
  const size = 51_865;
  const endToken = 50_257;
  let vocabulary: Vocabulary;

  beforeEach((ctx) => {
    if (!fetched) ctx.skip('whisper-tiny is not in the model cache');
    vocabulary ??= whisperVocabulary(JSON.parse(readFileSync(path, 'utf8')), size, endToken);
  });

  test('writes a known text with the tokens that Whisper writes it with', () => {
    const tokens = vocabulary.encode('And so my fellow Americans, ask not what your country can do for you.');
    expect(tokens).toEqual([
      400, 370, 452, 7177, 6280, 11, 1029, 406, 437, 428, 1941, 393, 360, 337, 291, 13,
    ]);
  });

  test('any text comes back from its tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(vocabulary.decode(vocabulary.encode(text))).toBe(text.trimStart());
      }),
    );
  });

  test('a character in several tokens is whole again in the text', () => {
    const tokens = vocabulary.encode('são 🎻 日本');
    expect(tokens.length).toBeGreaterThan(4);
    expect(Buffer.concat(tokens.map(vocabulary.bytes)).toString('utf8')).toBe(' são 🎻 日本');
  });

  test('special tokens and what lies beyond the vocabulary are no text', () => {
    for (const token of [endToken, 50_258, 50_363, 51_864, size]) {
      expect(vocabulary.bytes(token)).toHaveLength(0);
    }
    expect(vocabulary.decode([50_258, ...vocabulary.encode('olá'), endToken])).toBe('olá');
  });

  test('words begin with a blank and keep their punctuation', () => {
    const tokens = vocabulary.encode('Transfira R$ 6.937, já!');
    const words = tokenWords(vocabulary, tokens);
    expect(words.map(({ text }) => text)).toEqual(['Transfira', 'R$', '6.937,', 'já!']);
    expect(words.map(({ from }) => from).slice(1)).toEqual(words.map(({ to }) => to).slice(0, -1));
    expect(words.at(-1)!.to).toBe(tokens.length);
  });
});
