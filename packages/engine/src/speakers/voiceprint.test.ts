import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unit } from './vectors.ts';
import { VoiceError } from './voice-error.ts';
import { type MeanVoice, readVoiceprint, writeVoiceprint } from './voiceprint.ts';

const SIZE = 64;

const voices: fc.Arbitrary<MeanVoice> = fc
  .record({
    direction: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: SIZE, maxLength: SIZE }),
    agreement: fc.double({ min: 0.01, max: 1, noNaN: true }),
    speech: fc.double({ min: 0.2, max: 1000, noNaN: true }),
    utterances: fc.integer({ min: 1, max: 10_000 }),
    mean: fc.double({ min: -1, max: 1, noNaN: true }),
    deviation: fc.double({ min: 0.001, max: 1, noNaN: true }),
  })
  .filter(({ direction }) => Math.hypot(...direction) > 0.1)
  .map(({ mean, deviation, direction, ...voice }) => ({
    ...voice,
    direction: unit(Float64Array.from(direction)),
    cohort: { mean, deviation },
  }));

describe('a voiceprint', () => {
  test('says what was written', () => {
    fc.assert(
      fc.property(voices, (voice) => {
        const read = readVoiceprint(writeVoiceprint(voice), SIZE);
        expect(read.utterances).toBe(voice.utterances);
        expect(read.agreement).toBeCloseTo(voice.agreement, 5);
        expect(read.speech).toBeCloseTo(voice.speech, 3);
        expect(read.cohort.mean).toBeCloseTo(voice.cohort.mean, 5);
        expect(read.cohort.deviation).toBeCloseTo(voice.cohort.deviation, 5);
        for (const [n, value] of voice.direction.entries()) expect(read.direction[n]).toBeCloseTo(value, 4);
      }),
    );
  });

  test('can lie anywhere in a larger buffer', () => {
    const [voice] = fc.sample(voices, { numRuns: 1, seed: 1 });
    const bytes = writeVoiceprint(voice!);
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(readVoiceprint(larger.subarray(3, 3 + bytes.length), SIZE)).toEqual(readVoiceprint(bytes, SIZE));
  });

  test('is not made of other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => readVoiceprint(bytes, SIZE)).toThrow(VoiceError);
      }),
    );
  });

  test('that is damaged or of another size is refused', () => {
    fc.assert(
      fc.property(voices, fc.nat(), (voice, cut) => {
        const bytes = writeVoiceprint(voice);
        expect(() => readVoiceprint(bytes.subarray(0, cut % bytes.length), SIZE)).toThrow(VoiceError);
        expect(() => readVoiceprint(bytes, SIZE + 1)).toThrow(VoiceError);
        expect(() => readVoiceprint(bytes.fill(0xff, 8, 24), SIZE)).toThrow(VoiceError);
        expect(() => readVoiceprint(writeVoiceprint(voice).fill(0, 28), SIZE)).toThrow(VoiceError);
      }),
    );
  });
});
