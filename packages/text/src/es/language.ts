import type { Language } from '../language.ts';
import { SPANISH } from './lexicon.ts';
import { cardinal, digits } from './numbers.ts';
import { plainSpanish } from './plain.ts';
import { readCardinal } from './read-cardinal.ts';
import { otherSpanishForms } from './spoken-forms.ts';
import { writtenSpanish } from './written.ts';

export const spanish: Language = {
  signs: SPANISH.signs,
  cardinal: (value) => cardinal(value),
  otherCardinal: (value) => cardinal(value, 'feminine'),
  digits,
  readCardinal,
  plain: plainSpanish,
  written: writtenSpanish,
  otherForms: otherSpanishForms,
};
