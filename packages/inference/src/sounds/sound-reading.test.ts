import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SoundReading } from './sound-reading.ts';

const SIGNS = 3;

/** Frames of chances, as log probabilities. */
const readings = fc
  .array(fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: SIGNS, maxLength: SIGNS }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((frames) => {
    const logProbs = frames.flatMap((row) => {
      const all = row.reduce((sum, chance) => sum + chance, 0);
      return row.map((chance) => Math.log(chance / all));
    });
    return new SoundReading(Float32Array.from(logProbs), SIGNS);
  });

function sequences(longest: number): number[][] {
  if (longest === 0) return [[]];
  const shorter = sequences(longest - 1);
  const most = shorter.filter(({ length }) => length === longest - 1);
  return [...shorter, ...most.flatMap((row) => [1, 2].map((sound) => [...row, sound]))];
}

test('something is said, or nothing: all that may be said together is certain', () => {
  fc.assert(
    fc.property(readings, (reading) => {
      const all = sequences(reading.frames).reduce(
        (sum, sounds) => sum + Math.exp(reading.logProbOf(sounds)),
        0,
      );
      expect(all).toBeCloseTo(1, 4);
    }),
  );
});

test('sounds that cannot fit into the frames were not said', () => {
  fc.assert(
    fc.property(readings, (reading) => {
      const one = Array.from({ length: reading.frames }, () => 1);
      // Equal sounds have a frame without any between them.
      if (reading.frames > 1) expect(reading.logProbOf(one)).toBe(Number.NEGATIVE_INFINITY);
      expect(reading.logProbOf([...one, 2])).toBe(Number.NEGATIVE_INFINITY);
    }),
  );
});

test('what each frame says most clearly is most probable where nothing else is near', () => {
  const rows = [0, 1, 1, 0, 1, 2, 2, 0].map((clear) =>
    Array.from({ length: SIGNS }, (_, sign) => Math.log(sign === clear ? 0.98 : 0.01)),
  );
  const reading = new SoundReading(Float32Array.from(rows.flat()), SIGNS);
  expect(reading.mostProbable()).toEqual([1, 1, 2]);
  const best = sequences(4).toSorted((a, b) => reading.logProbOf(b) - reading.logProbOf(a))[0];
  expect(best).toEqual([1, 1, 2]);
});
