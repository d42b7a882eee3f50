import { expect, test } from 'vitest';
import { SoundReading } from '../../sounds/sound-reading.ts';
import { clearSounds } from '../../sounds/test-support/clear-sounds.ts';
import { GuideMemory } from './guide-memory.ts';
import { heardSentences } from './heard-sentences.ts';
import { boundGrammar } from './test-support/follow.ts';
import type { BoundGrammar } from './threads.ts';

const SIGNS = ['', ...new Set('wʌntuθɹinI')];
const checkpoint = async () => {};

async function heard(sounds: string, ...grammars: BoundGrammar[]) {
  const reader = clearSounds(SIGNS, ['', ...[...sounds].flatMap((sound) => [sound, '']), '']);
  const reading = await reader.read(new Map(), 0);
  const found = await heardSentences(reading, grammars, {
    reader,
    memory: new GuideMemory(),
    most: 3,
    checkpoint,
  });
  return { reader, reading, found };
}

const digits = '(one | two | three | nine) <1->';

test('the sentence that sounds most like what was heard comes first', async () => {
  const { found } = await heard('tunInwʌn', await boundGrammar(digits));
  expect(found[0]).toMatchObject({ lm: 0, words: ['two', 'nine', 'one'], lack: { sounds: 8 } });
  expect(found.length).toBeGreaterThan(1);
});

test('only whole sentences are found', async () => {
  const { found } = await heard('tunIn', await boundGrammar('two nine one | one'));
  expect(found.map(({ words }) => words.join(' '))).not.toContain('two nine');
});

test('of several grammars each has its own', async () => {
  const { found } = await heard(
    'tunIn',
    await boundGrammar('one nine'),
    await boundGrammar('two nine', 'en', 1),
  );
  expect(found[0]).toMatchObject({ lm: 1, words: ['two', 'nine'] });
});

test('nothing is searched for where any word may come', async () => {
  const { found } = await heard('tunIn', await boundGrammar('$GARBAGE nine'));
  expect(found).toEqual([]);
});

test('a canceled request ends the search', async () => {
  const reader = clearSounds(SIGNS, ['', 't', '', 'u', '']);
  const reading = await reader.read(new Map(), 0);
  const canceled = async () => {
    throw new Error('canceled');
  };
  const asked = { reader, memory: new GuideMemory(), most: 3, checkpoint: canceled };
  await expect(heardSentences(reading, [await boundGrammar(digits)], asked)).rejects.toThrow('canceled');
});

test('the search ends where every word of many may come again and again', async () => {
  const letters = [...'bdfgklmnprstvz'];
  const words = letters.flatMap((one) => letters.map((other) => `${one}a${other}`));
  const signs = ['', ...'AIOWYbdfhijklmnpstuvwzæðŋɑɔəɛɜɡɪɹʃʊʌʒʤʧθ'];
  const reader = clearSounds(signs, []);
  // All sounds are as probable as any.
  const reading = new SoundReading(new Float32Array(signs.length * 300).fill(-1), signs.length);
  let looks = 0;
  const checkpoint = async () => {
    looks++;
  };
  const asked = { reader, memory: new GuideMemory(), most: 3, checkpoint };
  await heardSentences(reading, [await boundGrammar(`(${words.join(' | ')}) <1->`)], asked);
  expect(looks).toBeGreaterThan(20);
  expect(looks).toBeLessThan(200);
});
