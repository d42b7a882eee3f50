/** Scripts whose characters are as wide as they are high, with their punctuation. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const MARK = /^\p{M}+$/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a reader sees as characters. */
export function charactersOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

/** How many columns a text takes on a screen: a wide character takes two. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + columnsOfCharacter(character), 0);
}

function columnsOfCharacter(character: string): number {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
