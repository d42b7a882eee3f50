// The scripts whose characters the grammar package takes for words of their own (its `segment` has the same list).
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;

/** Whether a word ends in a script that is written without spaces between words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_SCRIPT.test(word);
}

/** Languages that are written without spaces between words. */
const UNSPACED_LANGUAGES = new Set(['zh', 'yue', 'ja', 'th', 'lo', 'my', 'km', 'bo']);

/** What stands between two words of a text. */
export function wordSeparator(language: string): '' | ' ' {
  return UNSPACED_LANGUAGES.has(language) ? '' : ' ';
}
