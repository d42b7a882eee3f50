import type { Pronouncer } from '../say/pronouncer.ts';
import { isVowelless } from '../say/sayable.ts';
import type { SpokenWord } from '../say/spoken-word.ts';
import { modelSounds } from './arpabet.ts';
import { byParts } from './compounds.ts';
import { lookUp } from './dictionary.ts';
import { byEnding } from './endings.ts';
import { heteronym } from './heteronyms.ts';
import { isListedInitialism, letterName } from './letters.ts';
import { lettersToSounds } from './letters-to-sounds.ts';
import { weakForm } from './weak-forms.ts';

// No English word is longer; a run of letters that is would be guessed badly and slowly.
const LONGEST_WORD = 40;

/** American English: a dictionary, rules for what is made of its words, and a model of spelling for the rest. */
export const english: Pronouncer = {
  oneLetterWords: new Set(['a', 'i']),
  sounds(words) {
    const said: string[] = [];
    // Backwards: "the" depends on the sound that follows.
    let next = '';
    for (let at = words.length - 1; at >= 0; at--) {
      const sounds = wordSounds(words, at, next);
      said[at] = sounds;
      if (sounds !== '') next = sounds;
    }
    return said;
  },

  isSpelled(capitals, isShouted) {
    const word = capitals.toLowerCase();
    if (isShouted) return !/[aeiouy]/.test(word);
    if (isListedInitialism(word)) return true;
    if (lookUp(word)) return false;
    // "UNESCO" can be said, "XKCD" cannot; three letters are nearly always spelled.
    return word.length <= 3 || !/[aeiouy]/.test(word) || /[^aeiouy]{4}/.test(word);
  },

  isVowelless: (word) => isVowelless(word) && !lookUp(word),
};

function wordSounds(words: readonly SpokenWord[], at: number, next: string): string {
  const word = words[at]!;
  if (word.sounds !== undefined) return word.sounds;
  // "PCs": the last letter has the ending.
  if (word.letter) return `${letterName(word.text[0]!) ?? ''}${word.text.length > 1 ? 'z' : ''}`;
  const text = plainLetters(word.text);
  if (text === '') return '';
  return weakForm(word, next) ?? modelSounds(heteronym(words, at) ?? soundsOf(text, isName(word)));
}

/** The sounds of a word on its own, in ARPAbet. */
export function soundsOf(word: string, isName: boolean, known = lookUp): string[] {
  if (word.length > LONGEST_WORD) return guess(word);
  const parts = (text: string) => byParts(text, isName, known);
  return known(word) ?? byEnding(word, known) ?? parts(word) ?? byEnding(word, parts) ?? guess(word);
}

// The same names come again within a text.
const guessed = new Map<string, string[]>();
const MOST_GUESSED = 2_000;

function guess(word: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < word.length; at += LONGEST_WORD) pieces.push(word.slice(at, at + LONGEST_WORD));
  return pieces.flatMap(guessPiece);
}

function guessPiece(piece: string): string[] {
  const known = guessed.get(piece);
  if (known) return known;
  const sounds = lettersToSounds(piece);
  if (guessed.size >= MOST_GUESSED) guessed.clear();
  guessed.set(piece, sounds);
  return sounds;
}

/** One capital letter in front; those within a word join words: "YouTube". */
function isName({ written }: SpokenWord): boolean {
  return /^\P{L}*\p{Lu}\P{Lu}*$/u.test(written);
}

/** "café" is "cafe". Letters of other alphabets are left out. */
function plainLetters(word: string): string {
  const latin = word
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'");
  return latin.replaceAll(/[^a-z']/g, '').replace(/^'+/, '');
}
