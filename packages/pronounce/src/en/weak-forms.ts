import type { SpokenWord } from '../say/spoken-word.ts';

/** Words of grammar, which carry no stress in a sentence, as the model was trained on them. */
const UNSTRESSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      of: 'ʌv',
      and: 'ænd',
      or: 'ɔɹ',
      but: 'bʌt',
      for: 'fɔɹ',
      nor: 'nɔɹ',
      as: 'æz',
      at: 'æt',
      by: 'bI',
      from: 'fɹʌm',
    },
    ...{
      with: 'wɪð',
      if: 'ɪf',
      than: 'ðæn',
      is: 'ɪz',
      are: 'ɑɹ',
      was: 'wʌz',
      were: 'wɜɹ',
      be: 'bi',
      been: 'bɪn',
      am: 'æm',
    },
    ...{
      it: 'ɪt',
      its: 'ɪts',
      "it's": 'ɪts',
      he: 'hi',
      she: 'ʃi',
      we: 'wi',
      you: 'ju',
      they: 'ðA',
      him: 'hɪm',
      them: 'ðɛm',
    },
    ...{
      us: 'ʌs',
      me: 'mi',
      his: 'hɪz',
      her: 'hɜɹ',
      my: 'mI',
      your: 'jʊɹ',
      our: 'Wəɹ',
      their: 'ðɛɹ',
      this: 'ðɪs',
      i: 'ˌI',
    },
    ...{
      can: 'kæn',
      could: 'kʊd',
      would: 'wʊd',
      should: 'ʃʊd',
      will: 'wɪl',
      must: 'mˌʌst',
      have: 'hæv',
      has: 'hæz',
      had: 'hæd',
    },
    ...{
      do: 'dˌu',
      does: 'dˌʌz',
      did: 'dˌɪd',
      not: 'nˌɑt',
      so: 'sO',
      that: 'ðæt',
      there: 'ðɛɹ',
      what: 'wˌʌt',
      when: 'wˌɛn',
    },
    ...{
      who: 'hˌu',
      how: 'hˌW',
      which: 'wˌɪʧ',
      into: 'ˌɪntu',
      on: 'ˌɔn',
      'i’m': 'ˌIm',
      "i'm": 'ˌIm',
      "i'll": 'ˌIl',
    },
    ...{ because: 'bəkˌʌz', while: 'wˌIl', per: 'pˌɜɹ' },
  }),
);
/** At the end of a phrase they are said in full: "What for?" */
const FULL_AT_END: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{
      to: 'tˈu',
      for: 'fˈɔɹ',
      from: 'fɹˈʌm',
      with: 'wˈɪð',
      of: 'ˈʌv',
      at: 'ˈæt',
      by: 'bˈI',
      in: 'ˈɪn',
      on: 'ˈɔn',
    },
    ...{
      is: 'ˈɪz',
      are: 'ˈɑɹ',
      was: 'wˈʌz',
      were: 'wˈɜɹ',
      am: 'ˈæm',
      do: 'dˈu',
      does: 'dˈʌz',
      did: 'dˈɪd',
      have: 'hˈæv',
    },
    ...{
      has: 'hˈæz',
      had: 'hˈæd',
      can: 'kˈæn',
      could: 'kˈʊd',
      would: 'wˈʊd',
      should: 'ʃˈʊd',
      will: 'wˈɪl',
      there: 'ðˈɛɹ',
    },
    ...{
      that: 'ðˈæt',
      this: 'ðˈɪs',
      not: 'nˈɑt',
      so: 'sˈO',
      what: 'wˈʌt',
      who: 'hˈu',
      how: 'hˈW',
      which: 'wˈɪʧ',
    },
    ...{
      when: 'wˈɛn',
      i: 'ˈI',
      you: 'jˈu',
      me: 'mˈi',
      him: 'hˈɪm',
      them: 'ðˈɛm',
      us: 'ˈʌs',
      be: 'bˈi',
      been: 'bˈɪn',
    },
  }),
);
const VOWEL = /^[ˈˌ]*[AIOWYiuæɑəɐɛɜɪʊʌɔᵻ]/;

/** The sounds of a word of grammar before the sounds `next` (empty at the end of a phrase). */
export function weakForm(word: SpokenWord, next: string): string | undefined {
  const { text } = word;
  const isLast = next === '' || word.trail !== '';
  if (text === 'a') return 'ɐ';
  if (text === 'an') return 'ɐn';
  if (text === 'the') return VOWEL.test(next) && !word.trail ? 'ði' : 'ðə';
  if (isLast) return FULL_AT_END.get(text) ?? UNSTRESSED.get(text);
  if (text === 'to') return VOWEL.test(next) ? 'tʊ' : 'tə';
  if (text === 'in') return 'ɪn';
  return UNSTRESSED.get(text);
}
