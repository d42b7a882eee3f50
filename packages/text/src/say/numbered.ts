import type { SayRule } from './token.ts';

const NUMBER_NEXT = /^[+(]?\d|^[IVX]+$/;

/** "art. 5", "Apt. 4", "Vol. II": short forms that are words or nothing without a number behind them. */
export function numberedRule(names: Readonly<Record<string, string>>): SayRule {
  const words = new Map(Object.entries(names));
  return (tokens, at) => {
    const { core, trail } = tokens[at]!;
    if (!/^\.:?$/.test(trail)) return undefined;
    const word = words.get(core.toLowerCase());
    return word && NUMBER_NEXT.test(tokens[at + 1]?.core ?? '') ? { words: [word], used: 1 } : undefined;
  };
}
