import type { RejectedCause } from '@locutor/contract';
import type { CutUtterance } from './utterance-cutter.ts';

/** Seconds of voice under which nothing is known of a speaker. */
export const SHORTEST_SPEECH = 0.2;
/**
 * Of the samples of a voice within 1.5 % of its peak. As recorded or over G.711, of 1,500 utterances 99 % have less than
 * 0.1 %; cut off at half of their peak, half have 2 %; at a quarter of it, 98 % have more.
 */
const CLIPPED_SHARE = 0.02;
const NEAR_PEAK = 0.985;
/** How many times the power of the background the voice must have, background included: they are then as loud. */
const LEAST_RATIO = 2;

/** What is wrong with the sound of an utterance, if anything; `shortest` are seconds of voice. */
export function soundFault(utterance: CutUtterance, shortest = SHORTEST_SPEECH): RejectedCause | undefined {
  if (utterance.speech < shortest) return 'too-short';
  const voiced = utterance.windows.filter((window) => window.voiced).map(({ samples }) => samples);
  if (isClipped(voiced)) return 'clipped';
  return isBuried(voiced, utterance.background) ? 'noise' : undefined;
}

function isClipped(voiced: readonly Float32Array[]): boolean {
  const peak = fold(voiced, 0, (most, sample) => Math.max(most, Math.abs(sample)));
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
