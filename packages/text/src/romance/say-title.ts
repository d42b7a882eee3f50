import type { SayRule } from '../say/token.ts';

export interface TitleWords {
  masculine: string;
  feminine: string;
  /** First names, in lower case. */
  men: ReadonlySet<string>;
  women: ReadonlySet<string>;
}

// What may stand before a title; after another word, "D." is a letter: "vitamina D".
const LINKS = /^(?:[oae]|[dn][oa]s?|de|com|ao|à|por|para|el|la|del|al|y|con|en)$/i;

/** "D. Pedro" is "dom Pedro", "D. Maria" is "dona Maria"; "Carlos D. Silva" has an initial. */
export function titleRule({ masculine, feminine, men, women }: TitleWords): SayRule {
  return (tokens, at) => {
    const { core, trail } = tokens[at]!;
    const next = tokens[at + 1];
    if (next?.lead !== '' || !/^\p{Lu}\p{Ll}/u.test(next.core)) return undefined;
    if (/^D\.?ª$/.test(core)) return { words: [feminine], used: 1 };
    if (core !== 'D' || trail !== '.') return undefined;
    const name = next.core.toLowerCase();
    const before = tokens[at - 1];
    const isFirstName = men.has(name) || women.has(name);
    const mayBeTitle = before?.trail !== '' || LINKS.test(before.core);
    if (!isFirstName && !mayBeTitle) return undefined;
    const isWoman = women.has(name) || (!men.has(name) && name.endsWith('a'));
    return { words: [isWoman ? feminine : masculine], used: 1 };
  };
}
