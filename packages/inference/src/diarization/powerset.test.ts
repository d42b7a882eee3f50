import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLASS_COUNT, LOCAL_SPEAKERS, readPowerset } from './powerset.ts';

/** Logits that are sure of one class. */
function sure(...classes: number[]): Float32Array {
  const logits = new Float32Array(classes.length * CLASS_COUNT).fill(-50);
  for (const [frame, each] of classes.entries()) logits[frame * CLASS_COUNT + each] = 50;
  return logits;
}

describe('the classes of the network', () => {
  test('are nobody, one of three, or two of them', () => {
    const { speaks, alone } = readPowerset(sure(0, 1, 2, 3, 4, 5, 6));
    expect(speaks.map((each) => [...each].map(Math.round))).toEqual([
      [0, 1, 0, 0, 1, 1, 0],
      [0, 0, 1, 0, 1, 0, 1],
      [0, 0, 0, 1, 0, 1, 1],
    ]);
    expect(alone.map((each) => [...each])).toEqual([
      [0, 1, 0, 0, 0, 0, 0],
      [0, 0, 1, 0, 0, 0, 0],
      [0, 0, 0, 1, 0, 0, 0],
    ]);
  });

  test('give probabilities, at most two speakers at once', () => {
    const logit = fc.float({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(fc.array(logit, { minLength: CLASS_COUNT, maxLength: CLASS_COUNT }), (row) => {
        const { speaks } = readPowerset(Float32Array.from(row));
        expect(speaks).toHaveLength(LOCAL_SPEAKERS);
        for (const [probability] of speaks) {
          expect(probability).toBeGreaterThanOrEqual(0);
          expect(probability).toBeLessThanOrEqual(1 + 1e-6);
        }
        expect(speaks.reduce((sum, [probability]) => sum + probability!, 0)).toBeLessThanOrEqual(2 + 1e-6);
      }),
    );
  });
});
