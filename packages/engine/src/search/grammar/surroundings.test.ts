import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherSurroundings } from './surroundings.ts';

const word = fc.float32Array({ min: -0.5, max: 0.5, noNaN: true, maxLength: 200 });
const silence = fc.integer({ min: 0, max: 2000 });

test('a word is whole in both, whatever silence it came with', () => {
  fc.assert(
    fc.property(silence, word, silence, (before, sound, after) => {
      const samples = new Float32Array(before + sound.length + after);
      samples.set(sound, before);
      const [longer, softer] = otherSurroundings(samples);
      const heard = [...longer!].filter((sample) => sample !== 0);
      expect(heard).toEqual([...sound].filter((sample) => sample !== 0));
      expect(longer!.length).toBeGreaterThanOrEqual(1.8 * 16_000);
      expect(softer).toHaveLength(samples.length);
      const noise = softer!.map((sample, at) => Math.abs(sample - 0.3 * samples[at]!));
      expect(noise.reduce((most, each) => Math.max(most, each), 0)).toBeLessThan(0.0011);
    }),
  );
});

test('silence is replaced by noise, which is the same each time', () => {
  const [, one] = otherSurroundings(new Float32Array(1000));
  const [, other] = otherSurroundings(new Float32Array(1000));
  expect(one).toEqual(other);
  expect(new Set(one).size).toBeGreaterThan(900);
  expect(Math.abs(one!.reduce((sum, sample) => sum + sample, 0) / 1000)).toBeLessThan(1e-4);
});
