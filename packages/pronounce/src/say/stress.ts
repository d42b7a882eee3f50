import type { Emphasis } from './spoken-word.ts';

const MARKS = /[ˈˌ]/g;
const VOWEL = /[AIOQWYaeiouyæɑɐɒəɚɛɜɨɪɔøœʊʌᵻᵊ]/;

export function withoutStress(sounds: string): string {
  return sounds.replace(MARKS, '');
}

/** Emphasis as the model can say it: with the marks of stress. */
export function withEmphasis(sounds: string, emphasis: Emphasis | undefined): string {
  if (emphasis === undefined) return sounds;
  if (emphasis === 'reduced') return sounds.replaceAll('ˈ', 'ˌ');
  if (sounds.includes('ˈ')) return sounds;
  if (sounds.includes('ˌ')) return sounds.replace('ˌ', 'ˈ');
  return sounds.replace(VOWEL, 'ˈ$&');
}
