import { joinSamples, resample } from '@locutor/audio';
import { SAMPLE_RATE } from '@locutor/contract';

const TELEPHONE_RATE = 8000;
/** Of the µ-law of G.711, with 127 steps on either side of zero. */
const MU = 255;
const STEPS = 127;

/**
 * Windows of sound as they would come over a telephone line: 8 kHz, and rounded by G.711, without which one error in
 * thirty more remains.
 */
export function telephoneCopy(windows: readonly Float32Array[]): Float32Array[] {
  const sound = joinSamples(windows);
  const narrow = resample(sound, SAMPLE_RATE, TELEPHONE_RATE).map(rounded);
  // Half of an odd number of samples is rounded.
  const copy = new Float32Array(sound.length);
  copy.set(resample(narrow, TELEPHONE_RATE, SAMPLE_RATE).subarray(0, sound.length));
  let at = 0;
  return windows.map(({ length }) => {
    at += length;
    return copy.subarray(at - length, at);
  });
}

function rounded(sample: number): number {
  const compressed = Math.log1p(MU * Math.min(1, Math.abs(sample))) / Math.log1p(MU);
  const step = Math.round(compressed * STEPS) / STEPS;
  return (Math.sign(sample) * Math.expm1(step * Math.log1p(MU))) / MU;
}
