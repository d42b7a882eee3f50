import { daysIn } from '../days-in-month.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';

/** How a language with "3 de março" and "3 de marzo" names days and months. */
export interface DateWords {
  /** A day of the month, in the first group. */
  day: RegExp;
  /** The first of a month; other days are cardinals. */
  first: string;
  months: readonly string[];
  monthNumber(word: string): number | undefined;
  cardinal(value: number): string[];
}

const FIGURES = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d\d))?$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

function fullYear(text: string): number {
  const value = Number(text);
  if (text.length === 4) return value;
  return value < 50 ? 2000 + value : 1900 + value;
}

export function dateRule(words: DateWords): SayRule {
  const sayDay = (day: number) => (day === 1 ? [words.first] : words.cardinal(day));

  /** "3 de março": the year after "de" reads as any number does. */
  const dayAndMonth: SayRule = (tokens, at) => {
    const day = Number(words.day.exec(tokens[at]!.core)?.[1]);
    if (!(day >= 1) || linked(tokens, at + 1)?.core.toLowerCase() !== 'de') return undefined;
    const month = words.monthNumber(linked(tokens, at + 2)?.core.toLowerCase() ?? '');
    return month && day <= daysIn(month) ? { words: sayDay(day), used: 1 } : undefined;
  };

  /** 14/03/2021, 2021-03-14, and 25/12 where it cannot be a fraction. */
  const figures: SayRule = (tokens, at) => {
    const { core }: Token = tokens[at]!;
    const iso = ISO.exec(core);
    const match = iso ? ['', iso[3]!, '-', iso[2]!, iso[1]!] : FIGURES.exec(core);
    if (!match) return undefined;
    const [day, month, year] = [Number(match[1]), Number(match[3]), match[4]];
    if (month < 1 || month > 12 || day < 1 || day > daysIn(month)) return undefined;
    if (year === undefined && (match[2] !== '/' || (day < month && match[1]![0] !== '0'))) return undefined;
    const said = [...sayDay(day), 'de', words.months[month - 1]!];
    return { words: year === undefined ? said : [...said, 'de', ...words.cardinal(fullYear(year))], used: 1 };
  };

  return (tokens, at) => dayAndMonth(tokens, at) ?? figures(tokens, at);
}
