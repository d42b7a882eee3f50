import type { Language } from '../language.ts';
import { PORTUGUESE } from './lexicon.ts';
import { cardinal, digits } from './numbers.ts';
import { plainPortuguese } from './plain.ts';
import { readCardinal } from './read-cardinal.ts';
import { otherFourteen, otherPortugueseForms } from './spoken-forms.ts';
import { writtenPortuguese } from './written.ts';

export const portuguese: Language = {
  signs: PORTUGUESE.signs,
  cardinal: (value) => cardinal(value),
  otherCardinal: (value) => cardinal(value, true),
  digits,
  readCardinal,
  plain: plainPortuguese,
  written: writtenPortuguese,
  otherForms: (written, usual) => {
    const forms = otherPortugueseForms(written);
    return [...forms, ...otherFourteen([usual, ...forms])];
  },
};
