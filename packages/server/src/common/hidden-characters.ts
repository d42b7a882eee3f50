/** Scripts whose words are spelled with joiners: Persian and Urdu, and the scripts of India and its neighbours. */
const JOINED = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Tibt', 'Mymr', 'Khmr'],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
/** A picture with what may follow it: a variation, a colour of skin. */
const PICTURE = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?';

/** Zero-width joiner and non-joiner within words that need them, and the joiner between pictures of one emoji. */
const JOINERS = new RegExp(
  `(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])|(?<=${PICTURE})\\u200d(?=\\p{Extended_Pictographic})`,
  'gu',
);
/** Variations of a picture, of a Chinese character (in Japanese names) and of Mongolian letters. */
const VARIATIONS =
  /(?<=[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}/gu;

/**
 * What nobody sees: control and format characters (Cc, Cf: directions of writing, zero width, tags), separators of
 * lines and paragraphs (Zl, Zp), halves of surrogate pairs (Cs), code points that are no characters, and whatever
 * else Unicode says to leave out where it cannot be shown (fillers, stray joiners and variations).
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a name holds a character that nobody sees: it could pass for another name, or be read as another. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text.replace(JOINERS, '').replace(VARIATIONS, ''));
}
