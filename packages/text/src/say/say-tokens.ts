import type { TextWord } from '../text-word.ts';
import type { Lexicon } from './lexicon.ts';
import { sayPieces } from './pieces.ts';
import { type Said, type SayRule, type Token, tokenOf } from './token.ts';

const WORD = /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*$/u;
const DIGIT = /\d/;
const SPLIT = /.[-/]./;
const PER = /\d\/\p{L}{2,}$/u;

/** Says words by the first rule that knows them; what none knows is said piece by piece. */
export function sayWords(words: readonly string[], rules: readonly SayRule[], lexicon: Lexicon): TextWord[] {
  const tokens = words.map((word) => tokenOf(word, lexicon.signs.decimal));
  const text: TextWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { words: said, used } = sayAt(tokens, at, rules, lexicon);
    for (const word of said) text.push({ text: word, from: at, to: at + used });
    at += used;
  }
  return text;
}

function sayAt(tokens: readonly Token[], at: number, rules: readonly SayRule[], lexicon: Lexicon): Said {
  const { core } = tokens[at]!;
  for (const rule of rules) {
    const said = rule(tokens, at);
    if (said) return said;
  }
  if (WORD.test(core)) return { words: sayPieces(core, lexicon), used: 1 };
  const words =
    DIGIT.test(core) && SPLIT.test(core) ? sayParts(core, rules, lexicon) : sayPieces(core, lexicon);
  return { words, used: 1 };
}

/** "10:30-11:30", "F-16", "$20/month": each part may be a form of its own. */
function sayParts(core: string, rules: readonly SayRule[], lexicon: Lexicon): string[] {
  const said: string[] = [];
  let before = '';
  for (const part of core.split(/(?<=.)([-/])(?=.)/)) {
    const isSign = part === '-' || part === '/';
    if (!isSign) said.push(...sayAt([tokenOf(part, lexicon.signs.decimal)], 0, rules, lexicon).words);
    else if (part === '/' && DIGIT.test(before) && PER.test(core)) said.push(lexicon.per);
    before = part;
  }
  return said;
}
