import { expect, test } from 'vitest';
import { clearSounds } from '../../sounds/test-support/clear-sounds.ts';
import { heardAs } from './heard-as.ts';

const SIGNS = ['', ...new Set('wʌntuθɹinIdɛ')];

async function heard(sounds: string) {
  const reader = clearSounds(SIGNS, ['', ...[...sounds].flatMap((sound) => [sound, '']), '']);
  const reading = await reader.read(new Map(), 0);
  return (...words: string[]) => heardAs(words, reader, reading);
}

test('words that were said lack little of what was heard, others much', async () => {
  const as = await heard('tunIn');
  const said = as('two', 'nine')!;
  expect(said.lack.sounds).toBe(5);
  expect(said.lack.logProb).toBeLessThan(1);
  expect(as('three', 'nine')!.lack.logProb).toBeGreaterThan(said.lack.logProb + 2);
});

test('words have the sounds of the way to say them that fits best', async () => {
  const as = await heard('ɹɛd');
  const sounds = [...'ɹɛd'].map((sign) => SIGNS.indexOf(sign));
  expect(as('read')!.sounds).toEqual(sounds);
  expect(as('red')!.sounds).toEqual(sounds);
});

test('nobody knows how well a word fits that has unknown sounds', async () => {
  const as = await heard('tunIn');
  expect(as('two', 'chew')).toBeUndefined();
});

test('what the speech has no room for lacks more than anything else, but not without end', async () => {
  const as = await heard('tu');
  const { lack } = as(...Array.from({ length: 20 }, () => 'nine'))!;
  expect(lack).toEqual({ logProb: 1000, sounds: 60 });
});
