/** Signs that two systems write differently for what listeners take as the same sound, stress left out. */
const SAME: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['ɜɹ', 'əɹ'],
    ['ᵊ', 'ə'],
    ['ʌ', 'ə'],
    ['ɐ', 'ə'],
    ['ᵻ', 'ɪ'],
    ['T', 't'],
    ['ɑ', 'ɔ'],
    ['ɒ', 'ɔ'],
    ['ɬ', 'l'],
    ['ʔ', 't'],
    ['\u0329', ''],
  ],
  pt: [
    ['ɐ\u0303', 'a'],
    ['\u0303', ''],
    ['æ', 'a'],
    ['ɐ', 'a'],
    ['y', 'i'],
    ['j', 'i'],
    ['ɪ', 'i'],
    ['w', 'u'],
    ['ʊ', 'u'],
    ['ʎ', 'li'],
    ['ɾə', 'ɾ'],
    ['r', 'ɾ'],
    ['ŋ', 'n'],
    ['A', 'ei'],
    ['I', 'ai'],
    ['W', 'au'],
    ['Y', 'ɔi'],
    ['l', 'u'],
  ],
  es: [
    ['β', 'b'],
    ['ð', 'd'],
    ['ɣ', 'ɡ'],
    ['ʝ', 'ʎ'],
    ['jj', 'ʎ'],
    ['j', 'i'],
    ['w', 'u'],
    ['ɪ', 'i'],
    ['ʊ', 'u'],
    ['ɛ', 'e'],
    ['ŋ', 'n'],
    ['A', 'ei'],
    ['I', 'ai'],
    ['W', 'au'],
    ['Y', 'oi'],
    ['g', 'ɡ'],
  ],
};

/** The sounds of a word in signs that can be compared. With `stress`, the place of the main stress counts. */
export function commonSigns(phonemes: string, language: string, stress: boolean): string[] {
  const plain = phonemes.replaceAll(/[ˌːʲ. ]/g, '').replaceAll('ˈ', stress ? 'ˈ' : '');
  const said = SAME[language]!.reduce((text, [from, to]) => text.replaceAll(from, to), plain);
  return Array.from(said);
}
