import type { TextWord } from '../text-word.ts';
import { sayPieces } from './pieces.ts';
import { type Said, type SayRule, type Token, tokenOf } from './token.ts';
import type { Voice } from './voice.ts';

const WORD = /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*$/u;
const DIGIT = /\d/;

/** Says words by the first rule that knows them; `rules` see only words with a figure or a sign, or before one. */
export function sayWords(words: readonly string[], rules: readonly SayRule[], voice: Voice): TextWord[] {
  const tokens = words.map((word) => tokenOf(word, voice.signs.decimal));
  const text: TextWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { words: said, used } = sayAt(tokens, at, rules, voice);
    for (const word of said) text.push({ text: word, from: at, to: at + used });
    at += used;
  }
  return text;
}

function sayAt(tokens: readonly Token[], at: number, rules: readonly SayRule[], voice: Voice): Said {
  const { core } = tokens[at]!;
  for (const rule of rules) {
    const said = rule(tokens, at);
    if (said) return said;
  }
  if (WORD.test(core)) return { words: sayPieces(core, voice), used: 1 };
  // "10:30-11:30", "F-16", "and/or": each part may be a form of its own.
  const parts = DIGIT.test(core) ? core.split(/(?<=.)[-/](?=.)/) : [core];
  if (parts.length === 1) return { words: sayPieces(core, voice), used: 1 };
  return {
    words: parts.flatMap((part) => sayAt([tokenOf(part, voice.signs.decimal)], 0, rules, voice).words),
    used: 1,
  };
}
