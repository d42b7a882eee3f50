import { CELL, cellCount, cellMiddle } from './cells.ts';

/** Short enough to see the closure of a plosive, and longer than the period of a low voice. */
const WINDOW = 1.5 * CELL;
/** Digital silence, in decibels of full scale. */
const SILENCE = -100;

/** Decibels of each cell of 10 ms. */
export function loudness(samples: Float32Array): Float32Array {
  const levels = new Float32Array(cellCount(samples));
  for (let cell = 0; cell < levels.length; cell++) {
    const from = Math.max(0, cellMiddle(cell) - WINDOW / 2);
    const to = Math.min(samples.length, from + WINDOW);
    let energy = 0;
    for (let at = from; at < to; at++) energy += samples[at]! ** 2;
    levels[cell] = Math.max(SILENCE, 10 * Math.log10(energy / Math.max(1, to - from)));
  }
  return levels;
}

/**
 * What is softer is a pause: a little above the background, yet neither so low that reverberation counts as speech
 * nor, in noise, so high that speech counts as a pause. Digital silence around the sound says nothing about the
 * background: short audio is set in it.
 */
export function pauseLevel(levels: Float32Array): number {
  const sounds = (level: number) => level > SILENCE;
  const from = levels.findIndex(sounds);
  if (from === -1) return SILENCE;
  const sorted = levels.slice(from, levels.findLastIndex(sounds) + 1).sort();
  const background = sorted[Math.floor(0.05 * sorted.length)]!;
  const voice = sorted[Math.floor(0.95 * sorted.length)]!;
  return Math.max(voice - 40, Math.min(background + 8, voice - 15));
}
