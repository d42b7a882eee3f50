import type { Lexicon } from '../say/lexicon.ts';
import type { SayRule } from '../say/token.ts';

const FRACTION = /^(\d{1,2})\/(\d{1,3})$/;
const RANGE = /^(\d{1,4})-(\d{1,4})(%?)$/;

/** "3/4" is "três quartos"; `parts` are the names of what divides one, by the number. Other pairs lose their stroke. */
export function fractionSayRule({ cardinal, run }: Lexicon, parts: readonly string[]): SayRule {
  return (tokens, at) => {
    const match = FRACTION.exec(tokens[at]!.core);
    if (!match) return undefined;
    const [part, whole] = [Number(match[1]), Number(match[2])];
    const name = part < whole && part > 0 ? parts[whole] : undefined;
    if (name) return { words: [...cardinal(part, 'masculine'), part === 1 ? name : `${name}s`], used: 1 };
    return { words: [...run(match[1]!), ...run(match[2]!)], used: 1 };
  };
}

/** "10-15" is "dez a quinze"; a score or a code that falls has no "a". */
export function rangeSayRule({ run, symbols }: Lexicon): SayRule {
  return (tokens, at) => {
    const match = RANGE.exec(tokens[at]!.core);
    if (!match) return undefined;
    const rising = Number(match[1]) < Number(match[2]);
    const percent = match[3] ? symbols.get('%')! : [];
    return { words: [...run(match[1]!), ...(rising ? ['a'] : []), ...run(match[2]!), ...percent], used: 1 };
  };
}
