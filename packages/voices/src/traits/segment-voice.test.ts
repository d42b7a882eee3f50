import type { SegmentVoice } from '@locutor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyVoice, lengthOf } from '../test-support/trait-voices.ts';
import { pooledVoice } from './segment-voice.ts';

test('nothing pools to nothing, and one voice to itself', () => {
  fc.assert(
    fc.property(anyVoice(), (voice) => {
      expect(pooledVoice([])).toBeUndefined();
      expect(pooledVoice([voice])).toBe(voice);
    }),
    { numRuns: 5 },
  );
});

test('a pooled voice has length one, all of the speech, and no order', () => {
  fc.assert(
    fc.property(fc.array(anyVoice(), { minLength: 2, maxLength: 5 }), (voices) => {
      const pooled = pooledVoice(voices)!;
      expect(pooled.speech).toBeCloseTo(voices.reduce((sum, { speech }) => sum + speech, 0));
      expect(lengthOf(pooled.slow!)).toBeCloseTo(1, 4);
      expect(lengthOf(pooled.full!)).toBeCloseTo(1, 4);
      const reversed = pooledVoice(voices.toReversed())!;
      for (const [n, value] of pooled.slow!.entries()) expect(reversed.slow![n]).toBeCloseTo(value, 4);
    }),
    { numRuns: 20 },
  );
});

test('more speech counts for more', () => {
  const voice = (n: number, speech: number): SegmentVoice => {
    const slow = new Float32Array(512);
    slow[n] = 1;
    return { speech, slow };
  };
  const { slow, full } = pooledVoice([voice(0, 3), voice(1, 1)])!;
  expect(slow![0]! / slow![1]!).toBeCloseTo(3);
  expect(full).toBeUndefined();
});

test('states are a mean by the seconds of speech, whatever their length', () => {
  const pooled = pooledVoice([
    { speech: 3, states: Float32Array.of(4, 0, 8) },
    { speech: 1, states: Float32Array.of(0, 8, 8) },
  ]);
  expect(pooled).toEqual({ speech: 4, states: Float32Array.of(3, 2, 8) });
});
