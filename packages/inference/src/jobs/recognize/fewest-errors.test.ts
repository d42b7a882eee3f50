import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reading } from '../../search/reading.ts';
import { fewestErrors } from './fewest-errors.ts';

function reading(text: string, total: number): Reading {
  const words = text.split(' ').filter((word) => word !== '');
  return { text, words: words.map((word) => ({ text: word })), hypothesis: { total } } as Reading;
}

test.each([
  ['alone', { yes: -1 }, 'yes'],
  ['far more probable', { 'go on': -1, 'going on': -6, 'going home': -6 }, 'go on'],
  ['with a word that the others have not', { 'a b x': -1, 'a b c': -1.5, 'a d c': -1.6 }, 'a b c'],
  ['one of two', { 'a b': -1, 'a c': -1.1 }, 'a b'],
  ['with another number of words', { 'a b c': -1, 'b c': -1.1, 'b d': -1.2, b: -1.3 }, 'b c'],
])('the most probable text, %s', (_, texts, expected) => {
  const readings = Object.entries(texts).map(([text, total]) => reading(text, total));
  expect(fewestErrors(readings)!.text).toBe(expected);
});

test('no text has none', () => {
  expect(fewestErrors([])).toBeUndefined();
});

test('it is one of the texts, and the most probable of two', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map((words) => words.join(' '));
  const one = fc.record({ text, total: fc.double({ min: -50, max: 0, noNaN: true }) });
  fc.assert(
    fc.property(fc.uniqueArray(one, { minLength: 1, maxLength: 6, selector: ({ text }) => text }), (list) => {
      const readings = list.sort((a, b) => b.total - a.total).map((each) => reading(each.text, each.total));
      const found = fewestErrors(readings);
      expect(readings).toContain(found);
      if (readings.length <= 2) expect(found).toBe(readings[0]);
    }),
  );
});
