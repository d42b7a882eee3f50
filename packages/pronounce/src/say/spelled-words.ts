import { plainText } from '@locutor/text';
import type { SpokenWord } from './spoken-word.ts';

/** Every character by its name: letters, figures, and the signs that have one. */
export function spelledWords(text: string, language: string): SpokenWord[] {
  const words = Array.from(text.normalize('NFC')).flatMap((character): SpokenWord[] => {
    if (/\s/u.test(character)) return [];
    if (/\p{L}/u.test(character))
      return [{ text: character.toLowerCase(), written: character, letter: true, trail: '' }];
    return plainText([character], language).map(({ text }) => ({
      text,
      written: character,
      letter: false,
      trail: '',
    }));
  });
  return words;
}
