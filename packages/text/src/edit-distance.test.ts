import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance, editDistances } from './edit-distance.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });

it('counts changed, added and missing words', () => {
  const said = ['the', 'cat', 'sat'];
  expect(editDistance(said, said)).toBe(0);
  expect(editDistance(said, ['the', 'dog', 'sat'])).toBe(1);
  expect(editDistance(said, ['the', 'sat'])).toBe(1);
  expect(editDistance(said, ['oh', 'the', 'cat', 'sat', 'down'])).toBe(2);
  expect(editDistance(said, [])).toBe(3);
});

it('is a distance', () => {
  fc.assert(
    fc.property(words, words, words, (a, b, c) => {
      const ab = editDistance(a, b);
      expect(editDistance(b, a)).toBe(ab);
      expect(ab === 0).toBe(a.join() === b.join());
      expect(ab).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(editDistance(a, c)).toBeLessThanOrEqual(ab + editDistance(b, c));
    }),
  );
});

it('is given for each beginning', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(editDistances(a, b)).toEqual([...b, ''].map((_, end) => editDistance(a, b.slice(0, end))));
    }),
  );
});
