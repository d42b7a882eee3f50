/** Text as it is spoken and as it is written, word by word, in English and Portuguese; pure functions. */
export { numberOf, spokenDigits, spokenNumber } from './numbers.ts';
export { plainText } from './plain.ts';
export { spokenForms } from './spoken-forms.ts';
export { type TextWord, textOf } from './text-word.ts';
export { writtenText } from './written.ts';
