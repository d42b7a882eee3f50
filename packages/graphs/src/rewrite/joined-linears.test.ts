import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Linear } from '../onnx/source-graph.ts';
import { joinLinears } from './joined-linears.ts';

const linear = (rows: number) =>
  fc
    .record({
      columns: fc.integer({ min: 1, max: 5 }),
      scale: fc.float({ min: Math.fround(0.001), max: 1, noNaN: true }),
      zeroPoint: fc.integer({ min: 0, max: 255 }),
      isBiased: fc.boolean(),
    })
    .chain(({ isBiased, ...rest }) =>
      fc
        .record({
          weight: fc.uint8Array({ minLength: rows * rest.columns, maxLength: rows * rest.columns }),
          bias: fc.float32Array({ minLength: rest.columns, maxLength: rest.columns, noNaN: true }),
        })
        .map(({ weight, bias }): Linear => ({ rows, ...rest, weight, ...(isBiased && { bias }) })),
    );

const products = fc
  .integer({ min: 1, max: 6 })
  .chain((rows) => fc.array(linear(rows), { minLength: 1, maxLength: 4 }));

test('every column keeps the weights, scale, zero point and bias of its product', () => {
  fc.assert(
    fc.property(products, (all) => {
      const joined = joinLinears(all);
      let column = 0;
      for (const product of all) {
        for (let own = 0; own < product.columns; own++, column++) {
          for (let row = 0; row < product.rows; row++) {
            expect(joined.weight[row * joined.columns + column]).toBe(
              product.weight[row * product.columns + own],
            );
          }
          expect(joined.scales[column]).toBe(product.scale);
          expect(joined.zeroPoints[column]).toBe(product.zeroPoint);
          expect(joined.bias?.[column] ?? 0).toBe(product.bias?.[own] ?? 0);
        }
      }
      expect(joined.columns).toBe(column);
      expect(joined.bias !== undefined).toBe(all.some(({ bias }) => bias));
    }),
  );
});
