import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KOKORO_RATE } from './frames.ts';
import { mannerOf } from './phrase-manner.ts';
import { voiceLevel } from './voice-levels.ts';

const plain = { rate: 1, volume: 1, pitch: 1 };

test('by default the voice speaks as it is', () => {
  expect(mannerOf(plain, { rate: 1, volume: 1 }, 'af_heart')).toEqual({
    speed: 1,
    stretch: 1,
    sampleRate: KOKORO_RATE,
    gain: voiceLevel('af_heart'),
  });
});

test('a higher voice takes as long as before', () => {
  const { speed, sampleRate } = mannerOf({ ...plain, pitch: 1.2 }, { rate: 1, volume: 1 }, 'af_heart');
  expect(sampleRate / KOKORO_RATE).toBeCloseTo(1.2, 2);
  expect((speed * sampleRate) / KOKORO_RATE).toBeCloseTo(1, 6);
});

test('whatever is asked for, speed and pitch stay within bounds', () => {
  const factor = fc.double({ min: 0, max: 1000, noNaN: true });
  fc.assert(
    fc.property(factor, factor, factor, factor, factor, (rate, volume, pitch, askedRate, askedVolume) => {
      const manner = mannerOf({ rate, volume, pitch }, { rate: askedRate, volume: askedVolume }, 'af_heart');
      expect(manner.sampleRate % 300).toBe(0);
      expect(manner.sampleRate / KOKORO_RATE).toBeGreaterThanOrEqual(0.5);
      expect(manner.sampleRate / KOKORO_RATE).toBeLessThanOrEqual(2);
      const overall = (manner.speed * manner.stretch * manner.sampleRate) / KOKORO_RATE;
      expect(manner.speed).toBeLessThanOrEqual(1.5);
      expect(manner.stretch).toBeGreaterThanOrEqual(1);
      expect(overall).toBeGreaterThanOrEqual(0.299);
      expect(overall).toBeLessThanOrEqual(3.001);
      expect(manner.gain).toBeGreaterThanOrEqual(0);
    }),
  );
});
