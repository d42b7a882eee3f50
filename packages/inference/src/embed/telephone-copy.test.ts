import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNarrow } from './band.ts';
import { telephoneCopy } from './telephone-copy.ts';

const RATE = 16_000;
const tone = (hertz: number, level = 0.3) =>
  Float32Array.from({ length: RATE }, (_, n) => level * Math.sin((2 * Math.PI * hertz * n) / RATE));
const power = (samples: Float32Array) =>
  samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

test('what is above 4 kHz goes, what is below stays', () => {
  const [low, high] = [tone(1000), tone(6000)];
  expect(power(telephoneCopy([low])[0]!) / power(low)).toBeCloseTo(1, 1);
  expect(power(telephoneCopy([high])[0]!) / power(high)).toBeLessThan(1e-3);
});

test('a copy counts as narrow', () => {
  const sound = tone(500).map((value, n) => value + 0.1 * Math.sin(1.9 * n));
  const windows = (samples: Float32Array) =>
    Array.from({ length: 20 }, (_, n) => samples.subarray(512 * n, 512 * (n + 1)));
  expect(isNarrow(windows(sound))).toBe(false);
  expect(isNarrow(telephoneCopy(windows(sound)))).toBe(true);
});

test('windows keep their number and their lengths', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 12 }), (lengths) => {
      const windows = lengths.map((length) => new Float32Array(length).fill(0.1));
      expect(telephoneCopy(windows).map(({ length }) => length)).toEqual(lengths);
    }),
  );
});
