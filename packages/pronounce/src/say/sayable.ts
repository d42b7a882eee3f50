const START = '(?:CH|LH|NH|LL|QU|GU|SH|TH|PH|WH|[PBTDCGFVK][LR]|S[CKPTMNLQ]R?|[B-DF-HJ-NP-TV-XZÇÑ])';
const ONSET = '(?:CH|LH|NH|LL|QU|GU|[PBTDCGFVK][LR]|[B-DF-HJ-NP-TV-XZÇÑ])';
const CODA = '(?:[RLSXZMN]S?)';
// "PACTO" and "RITMO" are words; of four letters, "IPVA" and "IBGE" are far more frequent than "APTO".
const ANY_CODA = '(?:[RLSXZMN]S?|[BCDFGKPT])';
const FINAL = '(?:[RLNM][BCDFGKPSTZ]|S[CKPT]|CK|CH|SH|TH|LL|SS|[B-DF-HJ-NP-TV-XZ])';
const VOWELS = '[AEIOUY]{1,3}';
const FOUR_LETTERS = new RegExp(`^${START}?${VOWELS}(?:${CODA}?${ONSET}${VOWELS})*${FINAL}?$`);
const FIVE_LETTERS = new RegExp(`^${START}?${VOWELS}(?:${ANY_CODA}?${ONSET}${VOWELS})*${FINAL}?$`);
const THREE_LETTERS = /^[^AEIOU]?[AEIOU][^AEIOU]?[AEIOU]?$/;
/** Initials have five letters at most. */
const MOST_INITIALS = 5;
// Sounds that are written without a vowel and never spelled.
const INTERJECTION = /^(?:hm+|mm+|s+hh+|p+s+t+|p+ff+t*|brr+|grr+|zzz+|tsk+)$/;
const VOWELLESS = /^[b-df-hj-np-tv-xzçñ]{2,12}$/;
// "rtve", "bndes". Foreign words begin with "str", "schr" or "chr".
const NO_ONSET = /^(?![cpt]h[lr]|s)[b-df-hj-np-tv-xz]{3}[a-z]{0,2}$/;

/** Initials of a language that go against the rule. */
export interface Initials {
  /** Words of two letters: others are spelled. */
  two: ReadonlySet<string>;
  words: ReadonlySet<string>;
  spelled: ReadonlySet<string>;
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Whether no syllable can be made of a word in lower case, so that its letters have to be named: "br", "www", "pdf". */
export function isVowelless(word: string): boolean {
  return VOWELLESS.test(word) && !INTERJECTION.test(word);
}

/** The same in Portuguese and Spanish, where no word begins with three consonants: "rtve" in an address. */
export function isUnsayable(word: string): boolean {
  return isVowelless(word) || (NO_ONSET.test(word) && !INTERJECTION.test(word));
}

/**
 * Whether a word in capitals is spelled in Portuguese or Spanish: "INSS", "IBGE" and "RTVE", but not "OTAN" or "MUITO".
 * In a text that is all in capitals, most are words (`isShouted`).
 */
export function isSpelledBy(
  { two, words, spelled }: Initials,
  capitals: string,
  isShouted: boolean,
): boolean {
  const word = capitals.toLowerCase();
  const letters = capitals
    .normalize('NFD')
    .replaceAll(/[\u0300-\u0302]|(?<=[AO])\u0303/g, '')
    .normalize('NFC');
  if (!/[AEIOU]/.test(letters)) return true;
  // Initials carry no accents.
  if (letters !== capitals || words.has(word)) return false;
  if (word.length > MOST_INITIALS) return false;
  if (word.length <= 3 && isShouted) return false;
  if (spelled.has(word)) return true;
  if (word.length === 2) return !two.has(word);
  if (word.length === 3) return !THREE_LETTERS.test(letters);
  return !(word.length === 4 ? FOUR_LETTERS : FIVE_LETTERS).test(letters);
}
