import { SAMPLE_RATE, VAD_WINDOW } from '../sample-rate.ts';

export const WINDOW_SECONDS = VAD_WINDOW / SAMPLE_RATE;
/** Times are sums of windows: equal ones may differ by less, depending on where they are counted from. */
export const ROUNDING = 1e-6;

/** Consecutive windows that make speech: a click is shorter. */
export const SHORTEST_SPEECH = 2;

/** The measurements of one window of audio. */
export interface WindowReading {
  /** Of speech, 0 to 1. */
  probability: number;
  /** Levels, 1 being full scale. */
  rms: number;
  peak: number;
}

export function levelsOf(window: Float32Array): { rms: number; peak: number } {
  let power = 0;
  let peak = 0;
  for (let at = 0; at < window.length; at++) {
    const sample = window[at]!;
    power += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  return { rms: Math.sqrt(power / Math.max(1, window.length)), peak };
}

/** Readings as jobs return them: three numbers each. */
export function packed(readings: readonly WindowReading[]): Float32Array {
  return Float32Array.from(readings.flatMap(({ probability, rms, peak }) => [probability, rms, peak]));
}

/** One of `packed` readings. */
export function readingAt(readings: Float32Array, window: number): WindowReading {
  const [probability = 0, rms = 0, peak = 0] = readings.subarray(3 * window, 3 * window + 3);
  return { probability, rms, peak };
}
