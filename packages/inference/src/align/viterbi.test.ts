import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CellRange, viterbi } from './viterbi.ts';

/** The score of words at given cells, pauses elsewhere. */
function scoreOf(words: Float32Array, pauses: Float32Array, ranges: readonly CellRange[]): number {
  let score = pauses.reduce((sum, each) => sum + each, 0);
  for (const [word, { from, to }] of ranges.entries()) {
    for (let cell = from; cell < to; cell++) score += words[word * pauses.length + cell]! - pauses[cell]!;
  }
  return score;
}

/** Every way to place so many words of so many cells or more in cells [first, cells). */
function* everyWay(count: number, least: number, first: number, cells: number): Generator<CellRange[]> {
  if (count === 0) yield [];
  else
    for (let from = first; from < cells; from++)
      for (let to = from + least; to <= cells; to++)
        for (const rest of everyWay(count - 1, least, to, cells)) yield [{ from, to }, ...rest];
}

describe('the best path', () => {
  test('gives words what they score best at, and pauses the rest', () => {
    const words = Float32Array.of(-9, 0, 0, -9, -9, -9, -9, /* second */ -9, -9, -9, 0, -9, 0, -9);
    const pauses = Float32Array.of(0, -9, -9, -9, -1, -9, 0);
    expect(viterbi(words, pauses, 1)).toEqual([
      { from: 1, to: 3 },
      { from: 3, to: 6 },
    ]);
  });

  test('gives a word no fewer cells than it takes', () => {
    const words = Float32Array.of(-9, -9, -9, 0, -9, -1, -9, -9);
    expect(viterbi(words, new Float32Array(8), 3)).toEqual([{ from: 3, to: 6 }]);
  });

  test('gives every word a cell, though pauses score better everywhere', () => {
    expect(viterbi(new Float32Array(9).fill(-5), new Float32Array(3))).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]);
  });

  test('scores as well as the best of all ways', () => {
    const score = fc.integer({ min: -8, max: 8 });
    const problem = fc.integer({ min: 1, max: 3 }).chain((count) =>
      fc.integer({ min: count, max: 7 }).chain((cells) =>
        fc.record({
          wished: fc.integer({ min: 1, max: 4 }),
          words: fc.array(score, { minLength: count * cells, maxLength: count * cells }),
          pauses: fc.array(score, { minLength: cells, maxLength: cells }),
        }),
      ),
    );
    fc.assert(
      fc.property(problem, (given) => {
        const [words, pauses] = [Float32Array.from(given.words), Float32Array.from(given.pauses)];
        const found = viterbi(words, pauses, given.wished);
        const count = words.length / pauses.length;
        const least = Math.min(given.wished, Math.floor(pauses.length / count));
        for (const { from, to } of found) expect(to - from).toBeGreaterThanOrEqual(least);
        let best = Number.NEGATIVE_INFINITY;
        for (const way of everyWay(count, least, 0, pauses.length))
          best = Math.max(best, scoreOf(words, pauses, way));
        expect(scoreOf(words, pauses, found)).toBe(best);
      }),
    );
  });
});
