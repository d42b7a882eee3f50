import { fold } from '@locutor/grammar';

const APOSTROPHES = /['\u2018\u2019\u02bc]/gu;
/** Scripts without spaces between words: each character counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text as they are compared: "It's up-to-date" has its, up, to and date. */
export function comparedWords(text: string): string[] {
  return fold(text, {}).replace(APOSTROPHES, '').match(WORD) ?? [];
}

/** The fewest words to change, add and leave out to make one list of words from the other. */
export function wordErrors(expected: readonly string[], said: readonly string[]): number {
  let row = Array.from({ length: said.length + 1 }, (_, n) => n);
  for (const [e, word] of expected.entries()) {
    const next = [e + 1];
    for (const [s, other] of said.entries()) {
      next.push(Math.min(row[s + 1]! + 1, next[s]! + 1, row[s]! + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row[said.length]!;
}
