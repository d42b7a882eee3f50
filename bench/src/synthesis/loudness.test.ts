import { expect, test } from 'vitest';
import { loudness } from './loudness.ts';

function tone(rate: number, seconds: number, frequency: number, amplitude: number): Float32Array {
  return Float32Array.from(
    { length: rate * seconds },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / rate),
  );
}

test.each([16_000, 24_000, 44_100, 48_000])(
  'a full tone of 997 Hz in one channel has -3.01 LUFS, at %i Hz',
  (rate) => {
    expect(loudness(tone(rate, 4, 997, 1), rate)).toBeCloseTo(-3.01, 1);
    expect(loudness(tone(rate, 4, 997, 0.1), rate)).toBeCloseTo(-23.01, 1);
  },
);

test('pauses do not count', () => {
  const sound = tone(48_000, 4, 997, 0.1);
  const paused = new Float32Array(48_000 * 12);
  paused.set(sound, 48_000 * 2);
  expect(loudness(paused, 48_000)).toBeCloseTo(loudness(sound, 48_000), 0);
});

test('high tones count more than deep ones', () => {
  const at = (frequency: number) => loudness(tone(48_000, 4, frequency, 0.1), 48_000);
  expect(at(4000) - at(997)).toBeGreaterThan(2);
  expect(at(997) - at(40)).toBeGreaterThan(3);
});

test('silence has none', () => {
  expect(loudness(new Float32Array(48_000), 48_000)).toBe(Number.NEGATIVE_INFINITY);
});
