import type { TextWord } from '../text-word.ts';
import { sayPieces } from './pieces.ts';
import { type Said, type SayRule, type Token, tokenOf } from './token.ts';
import type { Voice } from './voice.ts';

const WORD = /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*$/u;
const DIGIT = /\d/;
const SPLIT = /.[-/]./;
const PER = /\d\/\p{L}{2,}$/u;

/** Says words by the first rule that knows them; what none knows is said piece by piece. */
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
  const words = DIGIT.test(core) && SPLIT.test(core) ? sayParts(core, rules, voice) : sayPieces(core, voice);
  return { words, used: 1 };
}

/** "10:30-11:30", "F-16", "$20/month": each part may be a form of its own. */
function sayParts(core: string, rules: readonly SayRule[], voice: Voice): string[] {
  const said: string[] = [];
  let before = '';
  for (const part of core.split(/(?<=.)([-/])(?=.)/)) {
    const isSign = part === '-' || part === '/';
    if (!isSign) said.push(...sayAt([tokenOf(part, voice.signs.decimal)], 0, rules, voice).words);
    else if (part === '/' && DIGIT.test(before) && PER.test(core)) said.push(voice.per);
    before = part;
  }
  return said;
}
