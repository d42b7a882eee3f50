import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alawTable, compressAlaw } from './g711.ts';

test('A-law: every code stands for a value that has this code', () => {
  for (let code = 0; code < 256; code++) expect(compressAlaw(alawTable[code]! * 32_768)).toBe(code);
});

test('A-law: a sample becomes the nearest of its values', () => {
  fc.assert(
    fc.property(fc.integer({ min: -32_768, max: 32_767 }), (sample) => {
      const distance = (value: number) => Math.abs(value * 32_768 - sample);
      const nearest = Math.min(...Array.from(alawTable, distance));
      // At the edge of two segments, the rule of the standard takes the one whose segment it is.
      expect(distance(alawTable[compressAlaw(sample)]!)).toBeLessThanOrEqual(nearest * 2 + 1);
    }),
  );
});
