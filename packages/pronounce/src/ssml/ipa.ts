/** The signs that the model knows, apart from punctuation. */
const KNOWN = new Set(
  ' ̃ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲᵻ',
);
/** Other ways to write the same in IPA. */
const SAME: readonly (readonly [string, string])[] = [
  ...([
    ['d͡ʒ', 'ʤ'],
    ['dʒ', 'ʤ'],
    ['t͡ʃ', 'ʧ'],
    ['tʃ', 'ʧ'],
    ['t͡s', 'ʦ'],
    ['d͡z', 'ʣ'],
    ['g', 'ɡ'],
    ["'", 'ˈ'],
  ] as const),
  ...([
    ['ɫ', 'l'],
    ['ɝ', 'ɜɹ'],
    ['ɘ', 'ə'],
    ['ɵ', 'ə'],
    ['ʀ', 'ʁ'],
    ['ɱ', 'm'],
    ['ɦ', 'h'],
    ['ħ', 'h'],
  ] as const),
];
const DIPHTHONGS: readonly (readonly [string, string])[] = [
  ...([
    ['aɪ', 'I'],
    ['aʊ', 'W'],
    ['eɪ', 'A'],
    ['ɔɪ', 'Y'],
    ['oʊ', 'O'],
    ['əʊ', 'Q'],
  ] as const),
];
const ENGLISH: readonly (readonly [string, string])[] = [
  ...([
    ['r', 'ɹ'],
    ['ɚ', 'əɹ'],
    ['ɜːɹ', 'ɜɹ'],
    ['ɜː', 'ɜɹ'],
    ['ɾ', 'T'],
    ['ː', ''],
  ] as const),
];
const VOWEL = /[AIOQWYaeiouyæɑɐɒəɛɜɨɪɔøœʊʌᵻ]/;

/** IPA in the signs of the model; what it does not know is left out, so that nothing may be left. */
export function soundsOfIpa(ipa: string, language: string): string {
  const rules = [...SAME, ...DIPHTHONGS, ...(language === 'en' ? ENGLISH : [])];
  const plain = ipa.normalize('NFD').replaceAll(/[/[\]]/g, '');
  const said = rules.reduce((text, [from, to]) => text.replaceAll(from, to), plain);
  const known = Array.from(said.replaceAll('c\u0327', 'ç').trim())
    .filter((sign) => KNOWN.has(sign))
    .join('');
  return stressBeforeVowel(known);
}

/** IPA marks the stressed syllable, the model the stressed vowel. */
function stressBeforeVowel(sounds: string): string {
  let moved = '';
  let mark = '';
  for (const sign of sounds) {
    if (sign === 'ˈ' || sign === 'ˌ') {
      mark = sign;
      continue;
    }
    if (mark !== '' && VOWEL.test(sign)) {
      moved += mark;
      mark = '';
    }
    moved += sign;
  }
  return moved;
}
