import { fold } from '@locutor/grammar';

const APOSTROPHES = /['\u2018\u2019\u02bc]/gu;
/** Characters of scripts without spaces between words, the long vowel mark ー among them: each counts as a word. */
const UNSPACED = String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const WORD = new RegExp(String.raw`${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])+`, 'gu');

/** The words of a text as they are compared: "It's up-to-date" has its, up, to and date. */
export function comparedWords(text: string): string[] {
  return fold(text, {}).replace(APOSTROPHES, '').match(WORD) ?? [];
}
