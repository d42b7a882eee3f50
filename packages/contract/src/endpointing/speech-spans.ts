import type { SpeechSpan } from '../speech-span.ts';

export interface SpanOptions {
  /** A window with this probability starts speech. Default 0.5. */
  threshold?: number;
  /** Windows with a lower probability are silence. Default 0.15 below the threshold. */
  releaseThreshold?: number;
  /** Shorter speech is dropped. Default 250. */
  minSpeechMs?: number;
  /** Silence this long ends speech. Default 100. */
  minSilenceMs?: number;
  /** Added around speech; neighbouring spans share the silence between them. Default 30. */
  paddingMs?: number;
}

/** The spans of speech in the probabilities of consecutive windows; `seconds` is the length of the audio. */
export function speechSpans(
  probabilities: ArrayLike<number>,
  windowSeconds: number,
  seconds: number,
  options: SpanOptions = {},
): SpeechSpan[] {
  const { minSpeechMs = 250, paddingMs = 30 } = options;
  const spans = findSpans(probabilities, windowSeconds, options)
    .map((span) => ({ start: span.start, end: Math.min(span.end, seconds) }))
    .filter((span) => (span.end - span.start) * 1000 >= minSpeechMs);
  return pad(spans, paddingMs / 1000, seconds);
}

function findSpans(
  probabilities: ArrayLike<number>,
  windowSeconds: number,
  options: SpanOptions,
): SpeechSpan[] {
  const { threshold = 0.5, minSilenceMs = 100 } = options;
  const release = options.releaseThreshold ?? Math.max(0.01, threshold - 0.15);
  const spans: SpeechSpan[] = [];
  let start: number | undefined;
  let silence: number | undefined;
  for (let window = 0; window < probabilities.length; window++) {
    const probability = probabilities[window]!;
    if (probability >= threshold) {
      start ??= window;
      silence = undefined;
    } else if (start !== undefined && probability < release) {
      silence ??= window;
      if ((window + 1 - silence) * windowSeconds * 1000 < minSilenceMs) continue;
      spans.push({ start: start * windowSeconds, end: silence * windowSeconds });
      start = undefined;
      silence = undefined;
    }
  }
  if (start !== undefined) {
    spans.push({ start: start * windowSeconds, end: probabilities.length * windowSeconds });
  }
  return spans;
}

function pad(spans: readonly SpeechSpan[], padding: number, seconds: number): SpeechSpan[] {
  return spans.map((span, index) => {
    const before = spans[index - 1];
    const after = spans[index + 1];
    const earliest = before ? (before.end + span.start) / 2 : 0;
    const latest = after ? (span.end + after.start) / 2 : seconds;
    return { start: Math.max(span.start - padding, earliest), end: Math.min(span.end + padding, latest) };
  });
}
