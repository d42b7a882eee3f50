import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandOf } from './placed-voice.ts';
import { unit } from './vectors.ts';
import { EMBEDDING, VOICE } from './voice.ts';
import { VoiceError } from './voice-error.ts';
import { type EnrolledVoice, readVoiceprint, type Voiceprint, writeVoiceprint } from './voiceprint.ts';

/** Few numbers make the whole vector, so that a counter-example stays readable. */
const vectors = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0.1, max: 1, noNaN: true }))
  .map(([seed, length]) => {
    const numbers = Float64Array.from({ length: EMBEDDING }, (_, n) => Math.sin(seed * (n + 1)));
    return unit(numbers).map((value) => value * length);
  });

const likenesses = fc.record({
  mean: fc.double({ min: -1, max: 1, noNaN: true }),
  deviation: fc.double({ min: 0.001, max: 1, noNaN: true }),
});

const enrolled: fc.Arbitrary<EnrolledVoice> = fc
  .record({
    vectors: fc.array(vectors, { minLength: VOICE / EMBEDDING, maxLength: VOICE / EMBEDDING }),
    speech: fc.double({ min: 0.2, max: 1000, noNaN: true }),
    utterances: fc.integer({ min: 1, max: 10_000 }),
    narrow: fc.double({ min: 0, max: 1, noNaN: true }),
    cohorts: fc.record({ wide: likenesses, narrow: likenesses }),
  })
  .map(({ vectors: some, speech, utterances, narrow, cohorts }) => {
    const embedding = Float64Array.from(some.flatMap((vector) => [...vector]));
    const mean = { embedding, speech, utterances, narrow: Math.fround(narrow) };
    return { mean, placed: { direction: unit(embedding), band: bandOf(mean), cohorts } };
  });

const digests = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

/** With and without a telephone voice. */
const voiceprints: fc.Arbitrary<Voiceprint> = fc
  .tuple(enrolled, fc.option(enrolled, { nil: undefined }), digests)
  .map(([voice, telephone, digest]) => ({ ...voice, ...(telephone && { telephone }), digest }));

const expectNear = (some: Float64Array, others: Float64Array) =>
  expect(Math.max(...some.map((value, n) => Math.abs(value - others[n]!)))).toBeLessThan(1e-4);

function expectSame(read: EnrolledVoice, written: EnrolledVoice): void {
  expect(read.mean.utterances).toBe(written.mean.utterances);
  expect(read.mean.speech).toBeCloseTo(written.mean.speech, 3);
  expect(read.mean.narrow).toBe(written.mean.narrow);
  expect(read.placed.band).toBe(written.placed.band);
  for (const band of ['wide', 'narrow'] as const) {
    expect(read.placed.cohorts[band].mean).toBeCloseTo(written.placed.cohorts[band].mean, 5);
    expect(read.placed.cohorts[band].deviation).toBeCloseTo(written.placed.cohorts[band].deviation, 5);
  }
  expectNear(read.mean.embedding, written.mean.embedding);
  expectNear(read.placed.direction, written.placed.direction);
}

describe('a voiceprint', () => {
  test('says what was written', () => {
    fc.assert(
      fc.property(voiceprints, (written) => {
        const read = readVoiceprint(writeVoiceprint(written));
        expect(read.digest).toBe(written.digest);
        expectSame(read, written);
        expect(read.telephone === undefined).toBe(written.telephone === undefined);
        if (read.telephone) expectSame(read.telephone, written.telephone!);
      }),
    );
  });

  test('can lie anywhere in a larger buffer', () => {
    const [voiceprint] = fc.sample(voiceprints, { numRuns: 1, seed: 1 });
    const bytes = writeVoiceprint(voiceprint!);
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    expect(readVoiceprint(larger.subarray(3, 3 + bytes.length))).toEqual(readVoiceprint(bytes));
  });

  test('is not made of other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        expect(() => readVoiceprint(bytes)).toThrow(VoiceError);
      }),
    );
  });

  test('that is damaged or too long is refused', () => {
    fc.assert(
      fc.property(voiceprints, fc.nat(), (voiceprint, cut) => {
        const bytes = writeVoiceprint(voiceprint);
        expect(() => readVoiceprint(bytes.subarray(0, cut % bytes.length))).toThrow(VoiceError);
        expect(() => readVoiceprint(new Uint8Array([...bytes, 0]))).toThrow(VoiceError);
        const starts = voiceprint.telephone ? [24, 24 + 32 + 4 * VOICE + 4] : [24];
        for (const start of starts) {
          const [numbers, mean, direction] = [start, start + 32, start + 32 + 2 * VOICE];
          for (const [from, to] of [
            [numbers, mean],
            [mean, direction],
            [direction, direction + 2 * VOICE],
          ] as const) {
            const damaged = bytes.slice().fill(from === numbers ? 0xff : 0, from, to);
            expect(() => readVoiceprint(damaged)).toThrow(VoiceError);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
