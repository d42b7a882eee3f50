import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SoundPrefix } from './sound-prefix.ts';
import { SoundReading } from './sound-reading.ts';

const SIGNS = 4;
const chance = fc.double({ min: 0.01, max: 1, noNaN: true });
const readings = fc
  .array(fc.array(chance, { minLength: SIGNS, maxLength: SIGNS }), { minLength: 1, maxLength: 12 })
  .map((frames) => new SoundReading(Float32Array.from(frames.flat(), Math.log), SIGNS));
const sounds = fc.array(fc.integer({ min: 1, max: SIGNS - 1 }), { maxLength: 5 });

test('sounds may come in parts', () => {
  fc.assert(
    fc.property(readings, sounds, sounds, (reading, first, more) => {
      const whole = SoundPrefix.of(reading).with([...first, ...more]);
      const parts = SoundPrefix.of(reading).with(first).with(more);
      expect(parts.lack).toBe(whole.lack);
      expect(parts.leastLack).toBe(whole.leastLack);
    }),
  );
});

/** The most probable way alone, found by trying all of them. */
function bestWay(reading: SoundReading, [sound, ...others]: readonly number[], frame = 0, last = 0): number {
  if (frame === reading.frames) return sound === undefined ? 0 : Number.NEGATIVE_INFINITY;
  const share = (sign: number) => Math.log(reading.shareOf(frame, sign));
  const rest = sound === undefined ? [] : [sound, ...others];
  const ways = [share(0) + bestWay(reading, rest, frame + 1)];
  if (last !== 0) ways.push(share(last) + bestWay(reading, rest, frame + 1, last));
  if (sound !== undefined && sound !== last)
    ways.push(share(sound) + bestWay(reading, others, frame + 1, sound));
  return Math.max(...ways);
}

test('all ways together are at least as probable as the best one, and there are not so many', () => {
  const few = fc
    .array(fc.array(chance, { minLength: SIGNS, maxLength: SIGNS }), { minLength: 1, maxLength: 6 })
    .map((frames) => new SoundReading(Float32Array.from(frames.flat(), Math.log), SIGNS));
  fc.assert(
    fc.property(few, sounds, (reading, said) => {
      const lack = SoundPrefix.of(reading).with(said).lack;
      const best = -bestWay(reading, said);
      expect(lack).toBeLessThanOrEqual(best + 1e-6);
      expect(lack).toBeGreaterThanOrEqual(best - Math.log(4 ** reading.frames));
    }),
  );
});

test('what goes on fits hardly better than its beginning', () => {
  fc.assert(
    fc.property(readings, sounds, (reading, said) => {
      const prefix = SoundPrefix.of(reading).with(said);
      expect(prefix.leastLack).toBeLessThanOrEqual(prefix.lack);
    }),
  );
});

test('of much speech only the frames near the sounds are followed', () => {
  const heard = Array.from({ length: 2000 }, (_, frame) => (frame % 8 === 4 ? 1 + ((frame >> 3) % 3) : 0));
  const rows = heard.flatMap((sign) => [0, 1, 2, 3].map((each) => (each === sign ? -0.01 : -7)));
  const reading = new SoundReading(Float32Array.from(rows), SIGNS);
  const prefix = SoundPrefix.of(reading).with(reading.mostProbable());
  expect(prefix.lack).toBeLessThan(0.5);
  // Numbers this small would be none: eight thousand frames apart there is no way between them.
  expect(SoundPrefix.of(reading).with([3]).lack).toBe(Number.POSITIVE_INFINITY);
});

test('a long sentence that was said unclearly lacks much, and not everything', () => {
  // In each frame another sound is e⁴ more probable than that of the sentence: e⁴⁸⁰ in all.
  const said = Array.from({ length: 120 }, (_, at) => 1 + (at % 2));
  const rows = said.map(() => [-6, -4.1, -4.1, -0.1]);
  const reading = new SoundReading(Float32Array.from(rows.flat()), SIGNS);
  expect(SoundPrefix.of(reading).with(said).lack).toBeCloseTo(4 * said.length, 0);
});
