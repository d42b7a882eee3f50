import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenStretches } from './speaker-voices.ts';

const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker, confidence: 1 });

describe('the stretches that a voice is made of', () => {
  test('are those in which nobody else speaks', () => {
    expect(chosenStretches([turn(0, 5, 0), turn(2, 3, 1), turn(6, 8, 1)])).toEqual([
      { start: 0, end: 2, speaker: 0 },
      { start: 3, end: 5, speaker: 0 },
      { start: 6, end: 8, speaker: 1 },
    ]);
  });

  test('are at most twenty seconds of each speaker, in order, and apart', () => {
    const some = fc.record({
      start: fc.integer({ min: 0, max: 200 }),
      length: fc.integer({ min: 1, max: 30 }),
      speaker: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(some, { maxLength: 15, selector: ({ speaker }) => speaker }), (given) => {
        const chosen = chosenStretches(
          given.map(({ start, length, speaker }) => turn(start, start + length, speaker)),
        );
        const seconds = new Map<number, number>();
        let last = 0;
        for (const { start, end, speaker } of chosen) {
          expect(start).toBeGreaterThanOrEqual(last);
          last = end;
          seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start);
        }
        for (const sum of seconds.values()) expect(sum).toBeLessThanOrEqual(20 + 1e-9);
      }),
    );
  });
});
