import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, comparedWords, differenceInterval, totalErrors } from './word-errors.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });

test('counts changed, missing and added words, and places those that are right', () => {
  const said = comparedWords('one two three oh');
  expect(compare(said, comparedWords('one too 3 zero now'))).toEqual({
    errors: 2,
    places: [0, -1, 2, 3, -1],
  });
});

test('errors are a distance: none only between equals, the same both ways, and no longer by a detour', () => {
  fc.assert(
    fc.property(words, words, words, (a, b, c) => {
      const distance = (from: string[], to: string[]) => compare(from, to).errors;
      expect(distance(a, b) === 0).toBe(a.join() === b.join());
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
    }),
  );
});

test('places are equal words in the order in which they were said, as many as the errors leave', () => {
  fc.assert(
    fc.property(words, words, (said, recognized) => {
      const { errors, places } = compare(said, recognized);
      const right = places.filter((place) => place >= 0);
      expect(right).toEqual([...new Set(right)].sort((a, b) => a - b));
      for (const [at, place] of places.entries()) if (place >= 0) expect(said[place]).toBe(recognized[at]);
      expect(errors).toBeGreaterThanOrEqual(Math.max(said.length, recognized.length) - right.length);
    }),
  );
});

test('the interval of a difference holds it, and is a point where all clips are alike', () => {
  const clips = Array.from({ length: 60 }, (_, n) => ({ words: 10, ours: n % 4, reference: (n + 1) % 3 }));
  const { words: all, ours, reference } = totalErrors(clips);
  const [low, high] = differenceInterval(clips);
  expect(low).toBeLessThan((ours - reference) / all);
  expect(high).toBeGreaterThan((ours - reference) / all);
  const alike = clips.map(() => ({ words: 10, ours: 1, reference: 3 }));
  expect(differenceInterval(alike, 50)).toEqual([-0.2, -0.2]);
});
