import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageScores, genderScores, rounded } from './traits.ts';

const shares = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 })
  .filter((values) => values.some((value) => value > 0.01))
  .map((values) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return values.map((value) => value / sum);
  });

test('rounded shares have four decimals and the sum one, each near what it was', () => {
  fc.assert(
    fc.property(shares, (values) => {
      const short = rounded(values);
      expect(short.reduce((sum, value) => sum + Math.round(value * 10_000), 0)).toBe(10_000);
      for (const [n, value] of short.entries()) {
        expect(String(value)).toMatch(/^(0|1|0\.\d{1,4})$/);
        expect(Math.abs(value - values[n]!)).toBeLessThan(0.00011);
      }
    }),
  );
});

test('years and percent are whole numbers', () => {
  const tens = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
  const scores = ageScores({ years: 27.51, group: 'YOUNG_ADULT', confidence: 0.4449, tens, certain: true });
  expect(scores).toMatchObject({ age: 28, confidence: 44, p: { '20-30': 1, '90-100': 0 } });
});

test.each([
  ['FEMALE', 'F'],
  ['MALE', 'M'],
  ['UNKNOWN', 'UNKNOWN'],
] as const)('%s is %s', (gender, letter) => {
  expect(genderScores({ gender, female: 0.123456 })).toEqual({
    event: 'GENDER RESULT',
    gender: letter,
    p: [0.1235, 0.8765],
  });
});
