import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Layer, readHead, runHead, softmax } from './head-file.ts';

function stored(rows: readonly (readonly number[])[], bits: 8 | 16, bias: readonly number[]) {
  const most = 2 ** (bits - 1) - 1;
  const scales = rows.map((row) => Math.max(1e-9, ...row.map(Math.abs)) / most);
  const bytes = Buffer.alloc((rows.flat().length * bits) / 8);
  for (const [n, value] of rows.flat().entries()) {
    const row = Math.floor(n / rows[0]!.length);
    bytes.writeIntLE(Math.round(value / scales[row]!), (n * bits) / 8, bits / 8);
  }
  return { inputs: rows[0]!.length, bits, scales, bias, weights: bytes.toString('base64') };
}

describe('a head file', () => {
  test('gives back its weights, to the precision of its bits', () => {
    const value = fc.double({ min: -5, max: 5, noNaN: true });
    const matrix = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(matrix, fc.constantFrom(8 as const, 16 as const), (rows, bits) => {
        const text = JSON.stringify({
          name: 'x',
          layers: [
            stored(
              rows,
              bits,
              rows.map(() => 0),
            ),
          ],
        });
        const { layers, name } = readHead<{ name: string }>(text);
        expect(name).toBe('x');
        for (const [n, expected] of rows.flat().entries()) {
          expect(Math.abs(layers[0]!.weights[n]! - expected)).toBeLessThan(bits === 8 ? 0.05 : 0.0003);
        }
      }),
    );
  });

  test('that is cut short is refused', () => {
    const layer = { ...stored([[1, 2, 3]], 16, [0]), weights: 'AAAA' };
    expect(() => readHead(JSON.stringify({ layers: [layer] }))).toThrow('3 bytes of weights instead of 6');
  });
});

describe('a head', () => {
  const layer = (rows: number[][], bias: number[]): Layer => ({
    inputs: rows[0]!.length,
    weights: Float32Array.from(rows.flat()),
    bias,
  });

  test('multiplies and adds, with a rectifier between layers only', () => {
    const first = layer(
      [
        [1, 0],
        [0, 1],
      ],
      [0, 0],
    );
    const last = layer([[1, 10]], [-5]);
    expect(runHead([first, last], Float32Array.of(-2, 0.5))).toEqual([0]);
    expect(runHead([last], Float32Array.of(-2, 0.25))).toEqual([-4.5]);
  });

  test('refuses an input of another length', () => {
    expect(() => runHead([layer([[1, 2]], [0])], new Float32Array(3))).toThrow(RangeError);
  });

  test('shares have the sum one, whatever the values', () => {
    const values = fc.array(fc.double({ min: -700, max: 700, noNaN: true }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(values, (some) => {
        expect(softmax(some).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
      }),
    );
  });
});
