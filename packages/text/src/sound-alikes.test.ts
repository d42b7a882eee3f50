import { expect, test } from 'vitest';
import { SOUND_ALIKES } from './en/sound-alikes.ts';
import { soundAlikes } from './sound-alikes.ts';

test('a language without a list has none', () => {
  expect(soundAlikes('b', 'en')).toContain('bee');
  expect(soundAlikes('b', 'pt')).toEqual([]);
  expect(soundAlikes('constructor', 'en')).toEqual([]);
});

test('no word stands for two letters, or for two figures', () => {
  const alikes = Object.values(SOUND_ALIKES).flat();
  expect(new Set(alikes).size).toBe(alikes.length);
});

test('every letter has one', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') expect(soundAlikes(letter, 'en')).not.toEqual([]);
});
