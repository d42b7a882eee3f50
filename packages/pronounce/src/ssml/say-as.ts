import { numberSeparators, spokenNumber } from '@locutor/text';
import { writtenDate } from './say-date.ts';

/** What `say-as` makes of its text: other text, or the same one letter by letter. */
export type SaidAs = { kind: 'text' | 'characters'; text: string };

type Reader = (text: string, language: string, format: string) => SaidAs;
const asText = (text: string): SaidAs => ({ kind: 'text', text });
const characters: Reader = (text) => ({ kind: 'characters', text });

const READERS: Readonly<Record<string, Reader>> = {
  cardinal,
  number: cardinal,
  ordinal,
  date: (text, language, format) => asText(writtenDate(text, language, format) ?? text),
  time: (text) => asText(text.replace(/^(\d\d?)(\d\d)$/, '$1:$2')),
  telephone: (text) => asText(telephone(text)),
  characters,
  'spell-out': characters,
  verbatim: characters,
  digits: characters,
  currency: (text, language) => asText(currency(text, language)),
};

/** Text as `interpret-as` says. Kinds that are not known are read as they stand. */
export function sayAs(text: string, interpretAs: string, format: string, language: string): SaidAs {
  const trimmed = text.trim();
  return Object.hasOwn(READERS, interpretAs)
    ? READERS[interpretAs]!(trimmed, language, format)
    : asText(text);
}

/** "1984" is a number here and not a year. */
function cardinal(text: string, language: string): SaidAs {
  const group = numberSeparators(language)?.group ?? ',';
  const digits = text.replaceAll(group, '');
  const said = /^\d{1,15}$/.test(digits) ? spokenNumber(Number(digits), language) : undefined;
  return asText(said ? said.join(' ') : text);
}

function ordinal(text: string, language: string): SaidAs {
  if (!/^\d{1,9}$/.test(text)) return asText(text);
  return asText(language === 'en' ? `${text}${englishEnding(Number(text))}` : `${text}º`);
}

function englishEnding(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th';
}

/** Figure by figure, with a short pause between groups. */
function telephone(text: string): string {
  return text
    .split(/[^\d+\p{L}]+/u)
    .filter((group) => group !== '')
    .map((group) => (/\p{L}/u.test(group) ? group : Array.from(group).join(' ')))
    .join(', ');
}

const SIGNS: Readonly<Record<string, string | undefined>> = {
  USD: 'US$',
  BRL: 'R$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
};

/** "USD 25.50" and "25.50 USD" are written with the sign. */
function currency(text: string, language: string): string {
  const found = /^([A-Z]{3})\s*(\S+)$/.exec(text) ?? /^(\S+?)\s*([A-Z]{3})$/.exec(text);
  if (!found) return text;
  const [code, amount] = /^[A-Z]{3}$/.test(found[1]!) ? [found[1]!, found[2]!] : [found[2]!, found[1]!];
  // English says "U S dollars" where the country is written.
  const sign = code === 'USD' && language === 'en' ? '$' : SIGNS[code];
  return sign ? `${sign}${amount}` : text;
}
