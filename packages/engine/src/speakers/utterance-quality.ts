import type { RejectedCause } from './types.ts';
import type { CutUtterance } from './utterance-cutter.ts';

/** Seconds of voice under which nothing is known of a speaker. */
export const SHORTEST_SPEECH = 0.2;
/** Of the samples of a voice within 1.5 % of its peak: clipped speech has many, speech that is only loud a few. */
const CLIPPED_SHARE = 0.01;
const NEAR_PEAK = 0.985;
/** Audio is clipped where it meets the end of the scale; what is softer was clipped before and leveled since. */
const FULL_SCALE = 0.5;
/** How many times the power of the background the voice must have, background included. */
const LEAST_RATIO = 10 ** 0.3;

/** What is wrong with the sound of an utterance, if anything. */
export function soundFault(utterance: CutUtterance): RejectedCause | undefined {
  if (utterance.speech < SHORTEST_SPEECH) return 'too-short';
  const voiced = utterance.windows.filter((window) => window.voiced).map(({ samples }) => samples);
  if (isClipped(voiced)) return 'clipped';
  return isBuried(voiced, utterance.background) ? 'noise' : undefined;
}

function isClipped(voiced: readonly Float32Array[]): boolean {
  const peak = fold(voiced, 0, (most, sample) => Math.max(most, Math.abs(sample)));
  if (peak < FULL_SCALE) return false;
  const near = fold(voiced, 0, (sum, sample) => sum + (Math.abs(sample) >= NEAR_PEAK * peak ? 1 : 0));
  return near >= CLIPPED_SHARE * count(voiced);
}

function isBuried(voiced: readonly Float32Array[], background: number | undefined): boolean {
  if (background === undefined) return false;
  const power = fold(voiced, 0, (sum, sample) => sum + sample * sample) / count(voiced);
  return power < LEAST_RATIO * background;
}

function count(parts: readonly Float32Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function fold(
  parts: readonly Float32Array[],
  start: number,
  step: (value: number, sample: number) => number,
): number {
  let value = start;
  for (const part of parts) for (const sample of part) value = step(value, sample);
  return value;
}
