const RATE = 16_000;
const FRAME = RATE / 100;
/** Up to so much of the word itself is cut away, both ends together, in seconds. */
const MOST_LOST = 0.04;

/**
 * A word without any silence around it, its very ends cut away: what a caller's hasty endpointer sends. Frames that are
 * softer than the loudest one by `range` decibels are not part of the word.
 */
export function tightCut(samples: Float32Array, range: number, random: () => number): Float32Array {
  const levels = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, n) =>
    decibels(samples.subarray(n * FRAME, (n + 1) * FRAME)),
  );
  const least = Math.max(...levels) - range;
  const first = levels.findIndex((level) => level >= least);
  const last = levels.findLastIndex((level) => level >= least);
  const lost = MOST_LOST * random() * RATE;
  const atStart = random();
  return samples.slice(
    first * FRAME + Math.round(lost * atStart),
    (last + 1) * FRAME - Math.round(lost * (1 - atStart)),
  );
}

/** With a peak of so many decibels of full scale, in steps of 16 bits. */
export function atLevel(samples: Float32Array, peakDecibels: number): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6);
  const gain = 10 ** (peakDecibels / 20) / peak;
  return samples.map((sample) => Math.round(sample * gain * 32_768) / 32_768);
}

function decibels(frame: Float32Array): number {
  return 10 * Math.log10(frame.reduce((sum, sample) => sum + sample ** 2, 1e-10) / frame.length);
}
