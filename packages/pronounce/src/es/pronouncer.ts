import type { Pronouncer } from '../say/pronouncer.ts';
import { isSpelledBy, isUnsayable } from '../say/sayable.ts';
import { withoutStress } from '../say/stress.ts';
import { exceptions } from './exceptions.ts';
import { initials } from './initials.ts';
import { letterNames } from './letters.ts';
import { lettersToSounds } from './letters-to-sounds.ts';

/** Words of grammar, which carry no stress in a sentence. */
const UNSTRESSED = new Set(
  'el la los las un unos unas de del en y e o u que por para con su sus mi mis tu tus se lo le les me te nos a al como si ni sin sobre desde hasta pero porque cuando donde aunque'.split(
    ' ',
  ),
);

/** Latin American Spanish, by rule. */
export const spanish: Pronouncer = {
  oneLetterWords: new Set(['a', 'e', 'o', 'u', 'y']),
  sounds: (words) =>
    words.map((word, at) => {
      if (word.sounds !== undefined) return word.sounds;
      if (word.letter) return lettersToSounds(letterNames[word.text[0]!] ?? '');
      const text = word.text.normalize('NFC').replaceAll("'", '');
      const sounds = exceptions.get(text) ?? byRule(text);
      const isLast = at === words.length - 1 || word.trail !== '';
      return UNSTRESSED.has(text) && !isLast ? withoutStress(sounds) : sounds;
    }),
  isSpelled: (capitals, isShouted) => isSpelledBy(initials, capitals, isShouted),
  isVowelless: isUnsayable,
};

/** Adverbs in -mente keep the stress of their adjective beside their own. */
function byRule(word: string): string {
  const adverb = /^(.{3,})mente$/.exec(word);
  if (!adverb) return lettersToSounds(word);
  return `${lettersToSounds(adverb[1]!).replace('ˈ', 'ˌ')}mˈente`;
}
