import type { Lexicon } from './lexicon.ts';
import type { SayRule, Token } from './token.ts';

const GROUP = /^\+?\(?\d+\)?(?:[-.]\d+)*$/;
const YEAR = /^(?:1[1-9]|20)\d\d$/;
// Brazilian documents: CPF and CNPJ.
const DOCUMENT = /^\d{3}\.\d{3}\.\d{3}-\d\d$|^\d\d\.\d{3}\.\d{3}\/\d{4}-\d\d$/;
// A number has fifteen digits at most. Without an end, thousands of figures in a row took minutes.
const MOST_GROUPS = 16;
const DOTTED_PHONE = /^\d{3}\.\d{3}\.\d{4}$/;

/** Telephone numbers, documents and codes with zeros in front, digit by digit over as many words as they take. */
export function phoneRule(lexicon: Lexicon): SayRule {
  return (tokens, at) => {
    const { core } = tokens[at]!;
    if (!/\d/.test(core)) return undefined;
    if (DOCUMENT.test(core) || DOTTED_PHONE.test(core)) return { words: spell([core], lexicon), used: 1 };
    let used = 0;
    while (used < MOST_GROUPS && at + used < tokens.length && continues(tokens, at, used)) used++;
    for (; used > 0; used--) {
      const groups = tokens.slice(at, at + used).map((token) => token.core);
      if (isPhone(groups, isBracketed(tokens[at]!))) return { words: spell(groups, lexicon), used };
    }
    return undefined;
  };
}

function continues(tokens: readonly Token[], at: number, used: number): boolean {
  const token = tokens[at + used]!;
  if (!GROUP.test(token.core) || (token.core.includes('.') && !token.core.includes('-'))) return false;
  if (used === 0) return true;
  const before = tokens[at + used - 1]!;
  return (before.trail === '' || isBracketed(before)) && (token.lead === '' || isBracketed(token));
}

function isBracketed(token: Token): boolean {
  return token.lead === '(' && token.trail === ')';
}

function isPhone(groups: readonly string[], bracketed: boolean): boolean {
  const digits = groups.join('').replace(/\D/g, '').length;
  const first = groups[0]!;
  if (groups.length === 1) {
    const parts = first.split('-');
    if (parts.length === 1) return first[0] === '+' && digits >= 7;
    return digits >= 7 && !(parts.length === 2 && parts.every((part) => YEAR.test(part)));
  }
  if (/^0\d/.test(first)) return groups.every((group) => /^\d+(?:-\d+)*$/.test(group));
  if (digits < 7 || digits > 15) return false;
  if (first[0] === '+' || bracketed) return true;
  if (
    groups.some((group) => /^\d+-\d{3,}$/.test(group)) &&
    groups.slice(1).some((group) => group.includes('-'))
  )
    return true;
  if (groups.length >= 3)
    return digits >= 9 && groups.every((group) => /^\d{2,5}$/.test(group) && !YEAR.test(group));
  return /^\d{3,5}$/.test(first) && !YEAR.test(first) && /^\d{4}$/.test(groups[1]!);
}

function spell(groups: readonly string[], lexicon: Lexicon): string[] {
  const plus = groups[0]![0] === '+' ? (lexicon.symbols.get('+') ?? []) : [];
  return [...plus, ...groups.flatMap((group) => lexicon.digits(group.replace(/\D/g, '')))];
}
