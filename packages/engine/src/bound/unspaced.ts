// The scripts whose characters the grammar package takes for words of their own (its `segment` has the same list).
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u;

/** Whether a word ends in a script that is written without blanks between words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}
