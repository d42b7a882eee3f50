import { languageOf } from './languages.ts';
import type { TextWord } from './text-word.ts';

// What one pass writes may stand before a unit that the next one joins to it: "five five dollars", "55 dollars", "$55".
const MOST_PASSES = 5;

/** Cased and punctuated as the model gave it, with numbers, dates, times and money in figures. */
export function writtenText(words: readonly string[], language: string): TextWord[] {
  const write = languageOf(language)?.written;
  let text: TextWord[] = words.map((word, from) => ({ text: word, from, to: from + 1 }));
  for (let pass = 0; write && pass < MOST_PASSES; pass++) {
    const written = write(text.map((word) => word.text));
    if (written.length === text.length && written.every((word, at) => word.text === text[at]!.text)) break;
    text = throughPass(text, written);
  }
  return text;
}

/** The words of a later pass with the input words of the first; ranges that now meet become one. */
function throughPass(earlier: readonly TextWord[], later: readonly TextWord[]): TextWord[] {
  const text = later.map((word) => ({
    text: word.text,
    from: earlier[word.from]!.from,
    to: earlier[word.to - 1]!.to,
  }));
  for (let at = 1; at < text.length; at++) {
    const [before, word] = [text[at - 1]!, text[at]!];
    if (word.from >= before.to || (word.from === before.from && word.to === before.to)) continue;
    const [from, to] = [Math.min(before.from, word.from), Math.max(before.to, word.to)];
    const shared = before.from;
    for (let k = at; k >= 0 && text[k]!.to > shared; k--) Object.assign(text[k]!, { from, to });
  }
  return text;
}
