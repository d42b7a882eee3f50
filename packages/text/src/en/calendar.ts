export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const SHORT = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec', 'sept'];

/** 1 to 12, or undefined where the word is no month. */
export function monthNumber(word: string): number | undefined {
  const at = MONTHS.indexOf(word);
  return at < 0 ? undefined : at + 1;
}

export function shortMonthNumber(word: string): number | undefined {
  const at = SHORT.indexOf(word);
  return at < 0 ? undefined : at === 12 ? 9 : at + 1;
}
