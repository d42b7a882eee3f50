import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FloatRows } from './float-rows.ts';

const numbers = (count: number) =>
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: count, maxLength: count });

it('gives the product of every row', () => {
  const cases = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }))
    .chain(([count, rounds]) =>
      fc.record({ rows: numbers(16 * count * rounds), vector: numbers(16 * rounds) }),
    );
  fc.assert(
    fc.property(cases, ({ rows, vector }) => {
      const { length } = vector;
      const multiplied = new FloatRows(rows, length);
      const expected = Array.from({ length: rows.length / length }, (_, row) =>
        vector.reduce((sum, value, n) => sum + value * rows[row * length + n]!, 0),
      );
      expect(multiplied.count).toBe(expected.length);
      const found = multiplied.products(vector);
      expect(found).toHaveLength(expected.length);
      for (const [row, product] of expected.entries()) expect(found[row]).toBeCloseTo(product, 4);
    }),
  );
});

it('takes whole rows and vectors of their length only', () => {
  expect(() => new FloatRows(new Float32Array(32), 8)).toThrow('32 numbers are no rows of 8');
  expect(() => new FloatRows(new Float32Array(40), 16)).toThrow('40 numbers are no rows of 16');
  expect(() => new FloatRows([], 0)).toThrow('0 numbers are no rows of 0');
  expect(() => new FloatRows(new Float32Array(32), 16).products([1])).toThrow('1 numbers, and rows of 16');
});
