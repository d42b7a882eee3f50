import { daysIn } from '../days-in-month.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';
import { MONTHS, monthNumber } from './calendar.ts';
import { cardinal } from './numbers.ts';

const DAY = /^(\d{1,2})[º°]?$/;
const FIGURES = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d\d))?$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

function sayDay(day: number): string[] {
  return day === 1 ? ['primeiro'] : cardinal(day);
}

function fullYear(text: string): number {
  const value = Number(text);
  if (text.length === 4) return value;
  return value < 50 ? 2000 + value : 1900 + value;
}

/** "3 de março": the year after "de" reads as any number does. */
const dayAndMonth: SayRule = (tokens, at) => {
  const day = Number(DAY.exec(tokens[at]!.core)?.[1]);
  if (!(day >= 1) || linked(tokens, at + 1)?.core.toLowerCase() !== 'de') return undefined;
  const month = monthNumber(linked(tokens, at + 2)?.core.toLowerCase() ?? '');
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
  const words = [...sayDay(day), 'de', MONTHS[month - 1]!];
  return { words: year === undefined ? words : [...words, 'de', ...cardinal(fullYear(year))], used: 1 };
};

export const sayDate: SayRule = (tokens, at) => dayAndMonth(tokens, at) ?? figures(tokens, at);
