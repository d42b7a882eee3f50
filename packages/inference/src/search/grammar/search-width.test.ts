import { expect, test } from 'vitest';
import { moonshineVocabulary } from '../../speech/moonshine-vocabulary.ts';
import type { Hypothesis } from '../beam-search.ts';
import { GuideMemory } from './guide-memory.ts';
import { NEAR, nearestDistance, searchWidth } from './search-width.ts';
import { boundGrammar } from './test-support/follow.ts';

const free = (total: number, tokens: number) =>
  ({ total, logProbs: new Array(tokens).fill(0) }) as unknown as Hypothesis;
const beams = (said: Hypothesis, near = false) => searchWidth(moonshineVocabulary, said, near).beams;

test('more beams where free speech is in doubt, or near to a sentence', () => {
  expect(beams(free(-8, 9))).toBeGreaterThan(beams(free(-1, 9)));
  expect(beams(free(-1, 9), true)).toBeGreaterThan(beams(free(-1, 9)));
  // A long text is less probable than a short one of which the model is as sure.
  expect(beams(free(-8, 60))).toBe(beams(free(-1, 9)));
});

test('a wide search tells texts apart by their marks', () => {
  const [comma, period] = [',', '.'].map((mark) => moonshineVocabulary.encode(`five${mark}`).at(-1)!);
  const usual = searchWidth(moonshineVocabulary, free(-1, 9), false).textOf!;
  const wide = searchWidth(moonshineVocabulary, free(-8, 9), false).textOf!;
  expect(usual(comma!)).toBe(usual(period!));
  expect(wide(comma!)).not.toBe(wide(period!));
});

test('the nearest sentence of a menu is known by its sound, and none of a grammar without an end', async () => {
  const nearest = async (expansion: string, text: string) =>
    nearestDistance([await boundGrammar(expansion)], new GuideMemory(), text);
  expect(
    await nearest('it was always about him | i love all of them', 'it is always about him'),
  ).toBeLessThan(NEAR);
  expect(await nearest('it was always about him', 'four nine nine zero')).toBeGreaterThan(NEAR);
  expect(await nearest('(one | two)<1->', 'one two')).toBe(1);
});
