/** Text as it is spoken and as it is written, word by word, in English, Portuguese and Spanish; pure functions. */
export { type CommonItem, commonItems } from './common-items.ts';
export { editDistance, editDistances } from './edit-distance.ts';
export { isNumberWord, isRound, isUnit, type NumberSign, numberSigns, wordBetween } from './number-signs.ts';
export { numberOf, numberSeparators, spokenNumber, spokenNumbers } from './numbers.ts';
export { plainText } from './plain.ts';
export type { NumberSigns } from './say/written-number.ts';
export { soundAlikes, soundSpelling } from './sound-alikes.ts';
export { spokenForms } from './spoken-forms.ts';
export { type TextWord, textOf } from './text-word.ts';
export { isUnspaced, unspacedCharacters, wordSeparator } from './unspaced.ts';
export { writtenText } from './written.ts';
