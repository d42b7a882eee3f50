import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FourierTransform } from './fourier.ts';

function slowTransform(real: Float64Array, imaginary: Float64Array): [Float64Array, Float64Array] {
  const size = real.length;
  const result: [Float64Array, Float64Array] = [new Float64Array(size), new Float64Array(size)];
  for (let bin = 0; bin < size; bin++) {
    for (let at = 0; at < size; at++) {
      const turn = (-2 * Math.PI * ((bin * at) % size)) / size;
      result[0][bin]! += real[at]! * Math.cos(turn) - imaginary[at]! * Math.sin(turn);
      result[1][bin]! += real[at]! * Math.sin(turn) + imaginary[at]! * Math.cos(turn);
    }
  }
  return result;
}

test('is the discrete Fourier transform, whatever the order of fours and fives', () => {
  const radices = fc.array(fc.constantFrom(4 as const, 5 as const), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      radices,
      fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
      (radices, numbers) => {
        const size = radices.reduce((product: number, radix) => product * radix, 1);
        const real = Float64Array.from({ length: size }, () => numbers.next().value);
        const imaginary = Float64Array.from({ length: size }, () => numbers.next().value);
        const [expectedReal, expectedImaginary] = slowTransform(real, imaginary);
        new FourierTransform(radices).transform(real, imaginary);
        for (let bin = 0; bin < size; bin++) {
          expect(real[bin]).toBeCloseTo(expectedReal[bin]!, 9);
          expect(imaginary[bin]).toBeCloseTo(expectedImaginary[bin]!, 9);
        }
      },
    ),
    { numRuns: 40 },
  );
});
