import type { Pronouncer } from '../say/pronouncer.ts';
import { isSpelledBy, isUnsayable } from '../say/sayable.ts';
import type { SpokenWord } from '../say/spoken-word.ts';
import { words as knownWords, weakWords } from './exceptions.ts';
import { initials } from './initials.ts';
import { letterNames } from './letters.ts';
import { lettersToSounds } from './letters-to-sounds.ts';

const VOICED = /^[ˈˌ]*[AIOWYaeiouyæɐɛɪɔʊbdɡʒʤlmnɾrvzwj]/;

/** Brazilian Portuguese, by rule. */
export const portuguese: Pronouncer = {
  oneLetterWords: new Set(['a', 'e', 'o', 'é', 'à', 'ó']),
  sounds(words) {
    const said = words.map((word, at) => wordSounds(word, at === words.length - 1 || word.trail !== ''));
    return said.map((sounds, at) =>
      words[at]!.trail || words[at]!.sounds ? sounds : linked(sounds, said[at + 1]),
    );
  },
  isSpelled: (capitals, isShouted) => isSpelledBy(initials, capitals, isShouted),
  isVowelless: isUnsayable,
};

function wordSounds(word: SpokenWord, isLast: boolean): string {
  if (word.sounds !== undefined) return word.sounds;
  if (word.letter) return lettersToSounds(letterNames[word.text[0]!] ?? '');
  const text = word.text.normalize('NFC').replaceAll(/['’]/g, '');
  const sounds = (isLast ? undefined : weakWords.get(text)) ?? knownWords.get(text) ?? byRule(text);
  // The model knows the tilde as a sign of its own.
  return sounds.normalize('NFD');
}

/** Adverbs in -mente keep the vowels of their adjective: "certamente". */
function byRule(word: string): string {
  const adverb = /^(.{2,})mente$/.exec(word);
  if (!adverb) return lettersToSounds(word);
  return `${lettersToSounds(adverb[1]!).replace('ˈ', 'ˌ')}mˈAŋʧy`;
}

/** A final s is z before a vowel and before voiced consonants: "os amigos". */
function linked(sounds: string, next: string | undefined): string {
  return sounds.endsWith('s') && next && VOICED.test(next) ? `${sounds.slice(0, -1)}z` : sounds;
}
