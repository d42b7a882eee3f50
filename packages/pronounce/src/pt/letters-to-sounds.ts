import { readLetters } from './read-letters.ts';
import { spell } from './spell.ts';
import { joinVowels, nasalise, stress } from './syllables.ts';

/** The sounds of a Portuguese word as it is said in Brazil. */
export function lettersToSounds(word: string): string {
  const sounds = readLetters(word);
  joinVowels(sounds, word);
  stress(sounds, word);
  nasalise(sounds);
  return spell(sounds, word);
}
