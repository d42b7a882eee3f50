import { daysIn } from '../days-in-month.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';
import { MONTHS, monthNumber, shortMonthNumber } from './calendar.ts';
import { ordinal, year } from './numbers.ts';

const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/i;
const YEAR = /^(?:1[1-9]|20)\d\d$/;
const FIGURES = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;

function monthOf({ core, trail }: Token): number | undefined {
  const word = core.toLowerCase();
  const short = /^[A-Z]/.test(core) && (trail === '' || trail === '.') ? shortMonthNumber(word) : undefined;
  return monthNumber(word) ?? short;
}

function dayOf(token: Token | undefined, month: number): number | undefined {
  const day = Number(DAY.exec(token?.core ?? '')?.[1]);
  return day >= 1 && day <= daysIn(month) ? day : undefined;
}

/** The year after the token before `at`, where at most a comma stands between them. */
function yearAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at];
  const before = tokens[at - 1]!.trail;
  return token?.lead === '' && (before === '' || before === ',') && YEAR.test(token.core)
    ? Number(token.core)
    : undefined;
}

const monthFirst: SayRule = (tokens, at) => {
  const month = monthOf(tokens[at]!);
  if (!month || tokens[at + 1]?.lead !== '' || !/^\.?$/.test(tokens[at]!.trail)) return undefined;
  const day = dayOf(tokens[at + 1], month);
  const onlyYear = day ? undefined : yearAt([{ ...tokens[at]!, trail: '' }, tokens[at + 1]!], 1);
  if (onlyYear) return { words: [MONTHS[month - 1]!, ...year(onlyYear)], used: 2 };
  if (!day) return undefined;
  const words = [MONTHS[month - 1]!, ...ordinal(day)];
  const after = yearAt(tokens, at + 2);
  return after ? { words: [...words, ...year(after)], used: 3 } : { words, used: 2 };
};

const dayFirst: SayRule = (tokens, at) => {
  if (!DAY.test(tokens[at]!.core)) return undefined;
  const next = linked(tokens, at + 1);
  const month = next && /^[A-Z]/.test(next.core) ? monthOf(next) : undefined;
  const day = month && dayOf(tokens[at], month);
  if (!day) return undefined;
  const words = [...ordinal(day), 'of', MONTHS[month - 1]!];
  const after = yearAt(tokens, at + 2);
  return after ? { words: [...words, ...year(after)], used: 3 } : { words, used: 2 };
};

/** 3/14/2021, 14/3/2021 where only the day can come first, 2021-03-14. */
const figures: SayRule = (tokens, at) => {
  const { core } = tokens[at]!;
  const iso = ISO.exec(core);
  const match = iso ? ['', iso[2]!, '-', iso[3]!, iso[1]!] : FIGURES.exec(core);
  if (!match) return undefined;
  let [month, day] = [Number(match[1]), Number(match[3])];
  if (month > 12 && !iso) [month, day] = [day, month];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(month)) return undefined;
  const short = Number(match[4]);
  const full = match[4]!.length === 4 ? short : short < 50 ? 2000 + short : 1900 + short;
  if (full < 1000) return undefined;
  return { words: [MONTHS[month - 1]!, ...ordinal(day), ...year(full)], used: 1 };
};

export const sayDate: SayRule = (tokens, at) =>
  monthFirst(tokens, at) ?? dayFirst(tokens, at) ?? figures(tokens, at);
