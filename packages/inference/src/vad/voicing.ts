import { SAMPLE_RATE } from '@locutor/contract';

/** Half of the samples are enough for the pitch of a voice. */
const RATE = SAMPLE_RATE / 2;
/** 40 ms have two periods of the lowest voice or more. */
const FRAME = 0.04 * RATE;
const STEP = 0.01 * RATE;
/** Periods of voices, in samples: 70 to 400 Hz. */
const SHORTEST = RATE / 400;
const LONGEST = Math.floor(RATE / 70);

/**
 * How alike a sound and itself are one period of a voice later, at most 1: the mean over its frames, by their loudness. Vowels and
 * nasals have more than 0.9, rain and engines less than 0.6.
 */
export function voicing(sound: Float32Array): number {
  const samples = halved(sound);
  let [all, voiced] = [0, 0];
  for (let at = 0; at + FRAME + LONGEST <= samples.length; at += STEP) {
    const frame = samples.subarray(at, at + FRAME);
    const energy = product(frame, frame);
    let most = 0;
    for (let period = SHORTEST; period <= LONGEST; period++) {
      const later = samples.subarray(at + period, at + period + FRAME);
      const alike = product(frame, later) / Math.sqrt(energy * product(later, later) + Number.MIN_VALUE);
      most = Math.max(most, alike);
    }
    const loudness = Math.sqrt(energy);
    all += loudness;
    voiced += loudness * most;
  }
  return all > 0 ? voiced / all : 0;
}

function halved(samples: Float32Array): Float32Array {
  const half = new Float32Array(samples.length >> 1);
  for (let at = 0; at < half.length; at++) half[at] = (samples[2 * at]! + samples[2 * at + 1]!) / 2;
  return half;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
