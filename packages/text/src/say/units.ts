import type { Agreement } from './agreement.ts';
import type { Lexicon } from './lexicon.ts';
import { linked, type SayRule } from './token.ts';
import { isOne, parseNumber, sayQuantity } from './written-number.ts';

/** The name of a unit for one and for many. */
export interface Unit {
  one: string;
  many: string;
  agreement?: Agreement;
}

const ATTACHED = /^(-?[\d.,]*\d)(\p{L}+(?:\/\p{L}+)?[²³23]?|[°º][CFcf]?|%)$/u;
const LONE = /^(?:\p{L}+(?:\/\p{L}+)?[²³23]?|[°º][CFcf]?|%)$/u;

/** "5 km", "25°C", "50%": the unit in full after the number. */
export function unitRule(units: ReadonlyMap<string, Unit>, lexicon: Lexicon): SayRule {
  return (tokens, at) => {
    const { core } = tokens[at]!;
    const last = core.charCodeAt(core.length - 1);
    const attached = last >= 48 && last <= 57 ? null : ATTACHED.exec(core);
    const symbol = attached?.[2] ?? linked(tokens, at + 1)?.core ?? '';
    if (!attached && !LONE.test(symbol)) return undefined;
    const unit = units.get(symbol);
    if (!unit) return undefined;
    const number = parseNumber(attached?.[1] ?? core, lexicon.signs);
    if (!number) return undefined;
    const words = [
      ...sayQuantity(number, lexicon, unit.agreement),
      ...(isOne(number) ? unit.one : unit.many).split(' '),
    ];
    return { words, used: attached ? 1 : 2 };
  };
}
