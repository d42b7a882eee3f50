/** Windows in which the level is measured. */
const WINDOW_SECONDS = 0.005;
/** Root mean square above which a window is speech. Chosen, not fitted. */
const SPEECH_LEVEL = 0.002;
/** Silence that stays before speech, with the beginning of soft sounds in it. */
const BEFORE_SECONDS = 0.02;
const FADE_SECONDS = 0.008;

/** How many samples come before the speech of a phrase that can be left out; all of them where there is no speech. */
export function silenceBefore(samples: Float32Array, sampleRate: number): number {
  const window = Math.round(WINDOW_SECONDS * sampleRate);
  for (let from = 0; from < samples.length; from += window) {
    if (isSpeech(samples.subarray(from, from + window)))
      return Math.max(0, from - Math.round(BEFORE_SECONDS * sampleRate));
  }
  return samples.length;
}

/** How many samples there are up to so many seconds behind the last speech. */
export function speechEnd(samples: Float32Array, sampleRate: number, keptSeconds: number): number {
  const window = Math.round(WINDOW_SECONDS * sampleRate);
  for (let to = samples.length; to > 0; to -= window) {
    if (isSpeech(samples.subarray(Math.max(0, to - window), to)))
      return Math.min(samples.length, to + Math.round(keptSeconds * sampleRate));
  }
  return 0;
}

/** From nothing to the first sound, in place. */
export function fadeIn(samples: Float32Array, sampleRate: number): void {
  const length = fadeLength(samples, sampleRate);
  for (let at = 0; at < length; at++) samples[at]! *= raised(at / length);
}

/** From the last sound to nothing, in place. */
export function fadeOut(samples: Float32Array, sampleRate: number): void {
  const length = fadeLength(samples, sampleRate);
  for (let at = 0; at < length; at++) samples[samples.length - 1 - at]! *= raised(at / length);
}

function fadeLength(samples: Float32Array, sampleRate: number): number {
  return Math.min(samples.length, Math.round(FADE_SECONDS * sampleRate));
}

/** Half a period of a cosine, from 0 to 1. */
function raised(share: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * share);
}

function isSpeech(samples: Float32Array): boolean {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return energy > SPEECH_LEVEL ** 2 * samples.length;
}
