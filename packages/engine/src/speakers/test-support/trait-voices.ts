import fc from 'fast-check';
import type { SegmentVoice } from '../../contract/traits.ts';
import { unitFloats } from '../traits/segment-voice.ts';
import { EMBEDDING } from '../voice.ts';

/** A voice of random numbers, at both speeds. */
export function anyVoice(): fc.Arbitrary<Required<SegmentVoice>> {
  const view = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(unitOf);
  const speech = fc.double({ min: 0.3, max: 60, noNaN: true });
  return fc.record({ speech, slow: view, full: view, direction: view });
}

/** Numbers that look random, by a generator of our own: fast-check would shrink each of them. */
export function unitOf(seed: number): Float32Array {
  let state = seed;
  return unitFloats(
    Array.from({ length: EMBEDDING }, () => {
      state = (48_271 * state) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    }),
  );
}

export const lengthOf = (values: Float32Array) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
