import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorRate, speakerErrors, type Turn } from '../bench/src/diarize/error-rate.ts';

const ALL = { collar: 0, overlap: true };
const turn = (start: number, end: number, speaker: Turn['speaker']): Turn => ({ start, end, speaker });

const turns = fc.array(
  fc
    .record({
      start: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 1, max: 10 }),
      speaker: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ start, length, speaker }) => turn(start, start + length, speaker)),
  { minLength: 1, maxLength: 10 },
);

/** Second by second, under the best of all mappings of four speakers to four. */
function errorsByTrying(truth: readonly Turn[], found: readonly Turn[]): number {
  const at = (all: readonly Turn[], time: number) =>
    new Set(all.filter(({ start, end }) => start < time && time < end).map(({ speaker }) => speaker));
  let least = Number.POSITIVE_INFINITY;
  for (const mapping of permutations([0, 1, 2, 3])) {
    let errors = 0;
    for (let second = 0; second < 80; second++) {
      const [real, guessed] = [at(truth, second + 0.5), at(found, second + 0.5)];
      const right = [...guessed].filter((speaker) => real.has(mapping[Number(speaker)]!)).length;
      errors += Math.max(real.size, guessed.size) - right;
    }
    least = Math.min(least, errors);
  }
  return least;
}

function permutations(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value) =>
    permutations(values.filter((other) => other !== value)).map((rest) => [value, ...rest]),
  );
}

describe('the diarization error', () => {
  it('is made of what is missed, false and confused', () => {
    const truth = [turn(0, 4, 'a'), turn(4, 8, 'b')];
    const found = [turn(0, 5, 1), turn(5, 7, 2), turn(9, 10, 2)];
    expect(speakerErrors(truth, found, ALL)).toEqual({ speech: 8, missed: 1, falseAlarm: 1, confused: 1 });
  });

  it('counts a moment once for each who speaks', () => {
    const truth = [turn(0, 4, 'a'), turn(2, 4, 'b')];
    expect(speakerErrors(truth, [turn(0, 4, 1)], ALL)).toMatchObject({ speech: 6, missed: 2 });
    expect(speakerErrors(truth, [turn(0, 4, 1)], { collar: 0, overlap: false })).toMatchObject({
      speech: 2,
      missed: 0,
    });
  });

  it('leaves out what is near the start or end of a real turn', () => {
    const truth = [turn(1, 4, 'a'), turn(4, 8, 'b')];
    const late = [turn(1.2, 4.2, 1), turn(4.2, 8.2, 2)];
    expect(errorRate(speakerErrors(truth, late, { collar: 0.25, overlap: true }))).toBe(0);
    expect(errorRate(speakerErrors(truth, late, ALL))).toBeGreaterThan(0);
  });

  it('is nothing for the truth under other names, whatever was said', () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 0, max: 3 }), (truth, shift) => {
        const renamed = truth.map((each) => ({ ...each, speaker: `s${(Number(each.speaker) + shift) % 4}` }));
        expect(errorRate(speakerErrors(truth, renamed, ALL))).toBe(0);
      }),
    );
  });

  it('is that of the best of all mappings', () => {
    fc.assert(
      fc.property(turns, turns, (truth, found) => {
        const { missed, falseAlarm, confused } = speakerErrors(truth, found, ALL);
        expect(missed + falseAlarm + confused).toBeCloseTo(errorsByTrying(truth, found));
      }),
    );
  });
});
