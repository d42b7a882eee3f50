import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEndpointer, type GrammarInput } from '@locutor/contract';
import { Recognizer } from '@locutor/engine';
import { expect, type TestContext, test } from 'vitest';
import { modelsDir, speechPool } from '../../../test/speech-pool.ts';

const MODEL = 'moonshine-base';
/** Said by our own synthesis, cut tightly, at 8 kHz; by voices that the reader of sounds was not made with. */
const clip = (letter: string) =>
  readFileSync(new URL(`../../../test/fixtures/letters/${letter}.wav`, import.meta.url));
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

const pool = speechPool(1);

function grammarOf(words: readonly string[]): GrammarInput {
  const source = `#ABNF 1.0 UTF-8;\nlanguage en;\nroot $word;\n$word = ${words.join(' | ')};\n`;
  return { key: words.join(), source: { source }, documents: new Map() };
}

async function boundIn(context: TestContext, letter: string, ...grammars: (readonly string[])[]) {
  if (!existsSync(join(modelsDir, MODEL))) context.skip(`the model ${MODEL} has not been fetched`);
  const results = await new Recognizer(pool()).recognize({
    audio: { bytes: clip(letter) },
    endpointer: defaultEndpointer,
    continuous: false,
    model: MODEL,
    language: 'en',
    sentences: 3,
    words: 'first',
    written: false,
    grammars: grammars.map(grammarOf),
  });
  return results[0]?.bound ?? [];
}

test.for(['b', 'f', 'k', 'm', 'q', 'r', 'w', 'x'])(
  'knows the letter %s by its sounds',
  async (letter, context) => {
    const [best, ...others] = await boundIn(context, letter, ALPHABET);
    expect(best!.text).toBe(letter);
    expect(best!.score).toBeGreaterThan(0.5);
    expect(best!.words).toMatchObject([{ text: letter }]);
    expect(best!.words[0]!.end).toBeGreaterThan(best!.words[0]!.start);
    for (const other of others) expect(other.score).toBeLessThanOrEqual(best!.score);
  },
);

test('takes a letter for no word that sounds otherwise', async (context) => {
  expect(await boundIn(context, 'f', ['yes', 'no'])).toEqual([]);
  expect(await boundIn(context, 'w', ['seven', 'nine'])).toEqual([]);
});

test.for(['f', 'x'])(
  'hears the letter %s in a clip that is over before speech is sure to have begun',
  async (letter, context) => {
    const [best] = await boundIn(context, `${letter}-filled`, ALPHABET);
    expect(best!.text).toBe(letter);
  },
);

test('a letter of two grammars has the same score in each', async (context) => {
  const [first, second] = await boundIn(context, 'k', ALPHABET, ['k', 'm']);
  expect([first!.text, second!.text]).toEqual(['k', 'k']);
  expect([first!.grammar, second!.grammar]).toEqual([0, 1]);
  expect(second!.score).toBeGreaterThan(0.5);
});

test('a phrase beside the letters does not turn their sounds off', async (context) => {
  const [best] = await boundIn(context, 'm', [...ALPHABET, 'i am', 'am i', 'and then']);
  expect(best!.text).toBe('m');
});
