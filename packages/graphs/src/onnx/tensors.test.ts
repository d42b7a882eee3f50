import fc from 'fast-check';
import { expect, test } from 'vitest';
import { only, transpose } from './tensors.ts';

test('transposing puts every element where its row and column say', () => {
  const size = fc.integer({ min: 1, max: 150 });
  fc.assert(
    fc.property(size, size, (rows, columns) => {
      const values = Uint8Array.from({ length: rows * columns }, (_, at) => (at * 31) % 251);
      const turned = transpose(values, rows, columns);
      for (let at = 0; at < values.length; at++) {
        const [row, column] = [Math.floor(at / columns), at % columns];
        if (turned[column * rows + row] !== values[at]) expect.fail(`row ${row}, column ${column}`);
      }
    }),
  );
});

test('a constant that should be one value says so when it is not', () => {
  const tensor = { name: 'scale', dims: [2] };
  expect(() => only([1, 2], tensor)).toThrow('scale holds 2 values, not one');
  expect(only([7], tensor)).toBe(7);
});
