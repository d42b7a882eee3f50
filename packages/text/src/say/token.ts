import { asciiNumbers, tidy } from '../characters.ts';

/** A word as the model gave it, apart from the punctuation around it. */
export interface Token {
  lead: string;
  core: string;
  trail: string;
}

/** What some tokens sound like, and how many they were. */
export interface Said {
  words: readonly string[];
  used: number;
}

/** Says the tokens that begin at `at`, or leaves them to the next rule. */
export type SayRule = (tokens: readonly Token[], at: number) => Said | undefined;

const LETTERS = /^[\p{L}\p{M}]+$/u;
const SHAPE =
  /^((?:(?!(?<![-.,])(?:[-.,]?(?:US|R)?[$€£¥₹]?\d|-(?:US|R)?[$€£¥₹]))[^\p{L}\p{M}\p{N}$€£¥₹¢%°&@#+=×÷])*)(.*?)([^\p{L}\p{M}\p{N}$€£¥₹¢%°&@#+=×÷]*)$/u;

export function tokenOf(word: string, decimal: string): Token {
  const text = asciiNumbers(tidy(word), decimal);
  if (LETTERS.test(text)) return { lead: '', core: text, trail: '' };
  const [, lead, core, trail] = SHAPE.exec(text) ?? ['', '', text, ''];
  return { lead: lead!, core: core!, trail: trail! };
}

/** The token at `at` where nothing but a blank stands between it and the one before. */
export function linked(tokens: readonly Token[], at: number): Token | undefined {
  const token = tokens[at];
  return token && token.lead === '' && tokens[at - 1]?.trail === '' ? token : undefined;
}
