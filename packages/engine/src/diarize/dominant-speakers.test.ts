import type { SpeakerTurn } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dominantSpeakers, speakerChanges } from './dominant-speakers.ts';

const turn = (start: number, end: number, speaker: number, confidence = 1): SpeakerTurn => ({
  start,
  end,
  speaker,
  confidence,
});
const parts = (...turns: SpeakerTurn[]) =>
  dominantSpeakers(turns).map(({ start, end, speaker }) => [start, end, speaker]);

describe('whose each moment is', () => {
  test('changes in the middle of a silence', () => {
    expect(parts(turn(1, 2, 0), turn(4, 5, 1))).toEqual([
      [1, 3, 0],
      [3, 5, 1],
    ]);
  });

  test('changes in the middle of an interruption', () => {
    expect(parts(turn(1, 4, 0), turn(3, 6, 1))).toEqual([
      [1, 3.5, 0],
      [3.5, 6, 1],
    ]);
  });

  test('does not change for what is said during a turn', () => {
    expect(parts(turn(1, 6, 0), turn(3, 4, 1))).toEqual([[1, 6, 0]]);
  });

  test('stays with one who speaks again', () => {
    const stretches = dominantSpeakers([turn(1, 2, 0, 0.5), turn(3, 6, 0, 0.9)]);
    expect(stretches).toEqual([{ start: 1, end: 6, speaker: 0, confidence: (0.5 + 3 * 0.9) / 4 }]);
  });

  test('is settled without gaps, in order, and changes the speaker every time', () => {
    const some = fc.record({
      start: fc.integer({ min: 0, max: 100 }),
      length: fc.integer({ min: 1, max: 30 }),
      speaker: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 20 }), (given) => {
        const turns = given.map(({ start, length, speaker }) => turn(start, start + length, speaker));
        const stretches = dominantSpeakers(turns);
        for (const [n, { start, end, speaker }] of stretches.entries()) {
          expect(end).toBeGreaterThan(start);
          if (n === 0) continue;
          expect(start).toBe(stretches[n - 1]!.end);
          expect(speaker).not.toBe(stretches[n - 1]!.speaker);
        }
        expect(stretches[0]!.start).toBe(Math.min(...turns.map(({ start }) => start)));
        expect(stretches.at(-1)!.end).toBe(Math.max(...turns.map(({ end }) => end)));
        const changes = speakerChanges(stretches);
        expect(changes).toEqual(changes.toSorted((a, b) => a - b));
      }),
    );
  });
});
