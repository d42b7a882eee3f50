const [LEAST, MOST] = [0.7, 1.4];

/** The factor that makes one reading of a stretch as loud as another one of it, within reason; 1 where it is silent. */
export function levelRatio(wanted: Float32Array, found: Float32Array): number {
  const [target, level] = [energy(wanted), energy(found)];
  if (target === 0 || level === 0) return 1;
  return Math.min(MOST, Math.max(LEAST, Math.sqrt(target / level)));
}

/** Begins with this factor and ends with none, in place: the level of a piece is right where it is not joined. */
export function fadeLevel(samples: Float32Array, factor: number): void {
  for (let at = 0; at < samples.length; at++) samples[at]! *= 1 + (factor - 1) * (1 - at / samples.length);
}

function energy(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}
