import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PieceJoiner } from './piece-joiner.ts';

test('pieces of one signal, however it is cut, are that signal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 60, max: 200 }), { minLength: 1, maxLength: 6 }),
      (overlap, lengths) => {
        const total = lengths.reduce((sum, length) => sum + length, 0);
        const signal = Float32Array.from({ length: total }, (_, at) => Math.sin(at / 7));
        const joiner = new PieceJoiner(overlap);
        const out: number[] = [];
        let from = 0;
        for (const [at, length] of lengths.entries()) {
          const isLast = at === lengths.length - 1;
          const piece = signal.subarray(from, isLast ? total : from + length);
          out.push(...joiner.add(piece, isLast));
          from += length - overlap;
        }
        expect(out).toHaveLength(total);
        for (const [at, sample] of out.entries()) expect(sample).toBeCloseTo(signal[at]!, 5);
      },
    ),
  );
});

test('a difference between two pieces becomes a slope, not a step', () => {
  const joiner = new PieceJoiner(20);
  const out = [
    ...joiner.add(new Float32Array(100).fill(1), false),
    ...joiner.add(new Float32Array(100).fill(0), true),
  ];
  expect(out).toHaveLength(180);
  for (let at = 1; at < out.length; at++) expect(Math.abs(out[at]! - out[at - 1]!)).toBeLessThan(0.1);
});
