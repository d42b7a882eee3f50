import { editDistance, soundSpelling, unspacedCharacters } from '@locutor/text';

const UNSPACED = new RegExp(`[${unspacedCharacters('sc')}]`, 'u');
const VOWELS = /[aeiouy]+/g;
const NO_LETTERS = /[^\p{L}\p{N}]/gu;
const ACCENTS = /\p{M}/gu;
const TWICE = /(\P{N})\1/gu;

/** Of texts whose characters do not spell sounds, 珈琲 and コーヒー: what is judged by it is left to the log probability. */
const UNKNOWN = 0.3;

/**
 * How much of two texts sounds different, 0 to 1: what must be changed to make one of the other, of the longer one. All
 * vowels count as the same, because learners and models differ most in them.
 */
export function soundDistance(one: string, other: string, language: string): number {
  if (!spellsSounds(one) || !spellsSounds(other)) return one === other ? 0 : UNKNOWN;
  const [a, b] = [soundsOf(one, language), soundsOf(other, language)];
  return editDistance(a, b) / Math.max(1, a.length, b.length);
}

/** Whether a text is in a script whose letters can be compared. */
export function spellsSounds(text: string): boolean {
  return !UNSPACED.test(text);
}

function soundsOf(text: string, language: string): string {
  const letters = text.toLowerCase().normalize('NFD').replace(ACCENTS, '');
  return soundSpelling(letters, language).replace(NO_LETTERS, '').replace(TWICE, '$1').replace(VOWELS, 'a');
}
