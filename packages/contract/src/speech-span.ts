/** A stretch of speech, in seconds from the start of the audio. */
export interface SpeechSpan {
  start: number;
  end: number;
}

/** Seconds in which somebody speaks; what two pieces have in common, where one was cut by force, counts once. */
export function spokenSeconds(spans: readonly SpeechSpan[]): number {
  let [sum, until] = [0, 0];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    sum += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return sum;
}
