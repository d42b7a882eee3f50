import { fold } from '@locutor/grammar';
import { unspacedCharacters } from '@locutor/text';

const APOSTROPHES = /['\u2018\u2019\u02bc]/gu;
/** Each character of these scripts counts as a word. */
const UNSPACED = String.raw`(?=[\p{L}\p{N}])[${unspacedCharacters('scx')}]`;
const WORD = new RegExp(String.raw`${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])+`, 'gu');

/** The words of a text as they are compared: "It's up-to-date" has its, up, to and date. */
export function comparedWords(text: string): string[] {
  return fold(text, {}).replace(APOSTROPHES, '').match(WORD) ?? [];
}
