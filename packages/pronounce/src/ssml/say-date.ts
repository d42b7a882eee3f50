const PART = /\d+/g;

/** A date in figures as the language writes it in words: "4 de março de 2025". Undefined where it is no such date. */
export function writtenDate(text: string, language: string, format: string): string | undefined {
  const numbers = text.match(PART) ?? [];
  if (!/^\d+(?:[-/. ]+\d+){0,2}$/.test(text)) return undefined;
  const order = /^[dmy]{1,3}$/.test(format) ? format : usualOrder(numbers, language);
  if (order.length !== numbers.length) return undefined;
  const value = (part: string) => (order.includes(part) ? Number(numbers[order.indexOf(part)]) : undefined);
  const [day, month, year] = [value('d'), value('m'), value('y')];
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  return words(language, day, month === undefined ? undefined : monthName(month, language), year);
}

function usualOrder(numbers: readonly string[], language: string): string {
  if (numbers.length === 1) return 'y';
  if (numbers[0]!.length === 4) return 'ymd'.slice(0, numbers.length);
  if (numbers.length === 2 && numbers[1]!.length === 4) return 'my';
  return (language === 'en' ? 'mdy' : 'dmy').slice(0, numbers.length);
}

function monthName(month: number, language: string): string {
  const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return names.format(new Date(Date.UTC(2000, month - 1, 1)));
}

function words(
  language: string,
  day: number | undefined,
  month: string | undefined,
  year: number | undefined,
): string {
  if (language !== 'en') return [day, month, year].filter((part) => part !== undefined).join(' de ');
  const first = [month, day].filter((part) => part !== undefined).join(' ');
  return [first, year]
    .filter((part) => part !== undefined && part !== '')
    .join(day === undefined ? ' ' : ', ');
}
