import type { Language } from '../language.ts';
import { ENGLISH } from './lexicon.ts';
import { cardinal, digits } from './numbers.ts';
import { plainEnglish } from './plain.ts';
import { readCardinal } from './read-cardinal.ts';
import { SOUND_ALIKES } from './sound-alikes.ts';
import { SOUND_SPELLING } from './sound-spelling.ts';
import { otherEnglishForms } from './spoken-forms.ts';
import { writtenEnglish } from './written.ts';

export const english: Language = {
  signs: ENGLISH.signs,
  cardinal: (value) => cardinal(value),
  otherCardinal: (value) => cardinal(value, true),
  digits,
  readCardinal,
  plain: plainEnglish,
  written: writtenEnglish,
  otherForms: otherEnglishForms,
  soundAlikes: SOUND_ALIKES,
  soundSpelling: SOUND_SPELLING,
};
