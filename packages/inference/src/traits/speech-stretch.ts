import type { SpeechSpan } from '@locutor/contract';

/** Seconds kept on either side of speech, as in training: the model loses about as much at either end. */
const AROUND = 0.25;

/**
 * The parts of a segment that hold so many seconds of speech from its middle. Pauses are shortened to twice the margin,
 * so that the cost does not depend on them.
 */
export function speechStretch(
  speech: readonly SpeechSpan[],
  seconds: number,
  length: number,
): { parts: SpeechSpan[]; speech: number } {
  const total = speech.reduce((sum, { start, end }) => sum + end - start, 0);
  const wanted = Math.min(seconds, total);
  const from = (total - wanted) / 2;
  const to = from + wanted;
  const parts: SpeechSpan[] = [];
  let passed = 0;
  for (const { start, end } of speech) {
    const first = start + Math.max(0, from - passed);
    const last = start + Math.min(end - start, to - passed);
    passed += end - start;
    if (last <= first) continue;
    const padded = { start: Math.max(0, first - AROUND), end: Math.min(length, last + AROUND) };
    const before = parts.at(-1);
    if (before && padded.start <= before.end) before.end = Math.max(before.end, padded.end);
    else parts.push(padded);
  }
  return { parts, speech: wanted };
}
