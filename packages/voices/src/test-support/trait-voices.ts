import type { SegmentVoice } from '@locutor/contract';
import fc from 'fast-check';
import { unitFloats } from '../traits/segment-voice.ts';
import { EMBEDDING } from '../voice.ts';

/** Numbers of a frame in the encoder. */
const STATE = 416;

/** An embedded voice of random numbers, at both speeds. */
export function anyVoice(): fc.Arbitrary<Required<Omit<SegmentVoice, 'states'>>> {
  const view = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(unitOf);
  const speech = fc.double({ min: 0.3, max: 60, noNaN: true });
  return fc.record({ speech, slow: view, full: view, direction: view });
}

/** A voice as the recogniser's encoder sees it: means that may be anything, and deviations that are positive. */
export function anyStates(): fc.Arbitrary<Required<Pick<SegmentVoice, 'speech' | 'states'>>> {
  const states = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((seed) => {
    const layer = [...randomNumbers(seed, STATE), ...randomNumbers(seed + 1, STATE).map(Math.abs)];
    return Float32Array.from([...layer, ...layer]);
  });
  return fc.record({ speech: fc.double({ min: 0.3, max: 60, noNaN: true }), states });
}

/** Numbers that look random, by a generator of our own: fast-check would shrink each of them. */
export function unitOf(seed: number): Float32Array {
  return unitFloats(randomNumbers(seed, EMBEDDING));
}

function randomNumbers(seed: number, length: number): number[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (48_271 * state) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

export const lengthOf = (values: Float32Array) =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
