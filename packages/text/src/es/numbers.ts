import type { Agreement } from '../say/agreement.ts';

export const SMALL = [
  'cero',
  'uno',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciséis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiuno',
  'veintidós',
  'veintitrés',
  'veinticuatro',
  'veinticinco',
  'veintiséis',
  'veintisiete',
  'veintiocho',
  'veintinueve',
];
export const TENS = [
  '',
  '',
  'veinte',
  'treinta',
  'cuarenta',
  'cincuenta',
  'sesenta',
  'setenta',
  'ochenta',
  'noventa',
];
export const HUNDREDS = [
  '',
  'ciento',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos',
];
/** The long scale: a "billón" is a million millions, and 10^9 is "mil millones". */
export const SCALES: readonly (readonly [one: string, many: string, value: number])[] = [
  ['billón', 'billones', 1e12],
  ['millón', 'millones', 1e6],
];

function small(value: number, agreement: Agreement): string {
  const word = SMALL[value]!;
  if (!agreement || (value !== 1 && value !== 21)) return word;
  if (agreement === 'feminine') return word.replace(/o$/, 'a');
  return value === 1 ? 'un' : 'veintiún';
}

function below100(value: number, agreement: Agreement): string[] {
  if (value < 30) return [small(value, agreement)];
  const ones = value % 10;
  return ones ? [TENS[(value - ones) / 10]!, 'y', small(ones, agreement)] : [TENS[value / 10]!];
}

function below1000(value: number, agreement: Agreement): string[] {
  if (value < 100) return below100(value, agreement);
  if (value === 100) return ['cien'];
  const rest = value % 100;
  const name = HUNDREDS[(value - rest) / 100]!;
  const hundreds = agreement === 'feminine' ? name.replace(/os$/, 'as') : name;
  return rest ? [hundreds, ...below100(rest, agreement)] : [hundreds];
}

function belowMillion(value: number, agreement: Agreement): string[] {
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  if (thousands === 0) return below1000(rest, agreement);
  const counted = thousands === 1 ? [] : below1000(thousands, agreement ?? 'masculine');
  return [...counted, 'mil', ...(rest ? below1000(rest, agreement) : [])];
}

/** A whole number from 0 to 10^15: 1984 is "mil novecientos ochenta y cuatro". */
export function cardinal(value: number, agreement?: Agreement): string[] {
  const said: string[] = [];
  let rest = value;
  for (const [one, many, scale] of SCALES) {
    if (rest < scale) continue;
    const count = Math.floor(rest / scale);
    rest -= count * scale;
    said.push(...belowMillion(count, 'masculine'), count === 1 ? one : many);
  }
  return rest > 0 || said.length === 0 ? [...said, ...belowMillion(rest, agreement)] : said;
}

export function digits(run: string): string[] {
  return Array.from(run, (digit) => SMALL[Number(digit)]!);
}

/** Up to two figures are said as a number ("coma catorce", "coma cero cinco"), more digit by digit. */
export function decimals(run: string): string[] {
  return run.length === 2 && run[0] !== '0' ? cardinal(Number(run)) : digits(run);
}

/** Digits with nothing around them: up to four and round ones are numbers, others are codes. */
export function run(text: string, agreement?: Agreement): string[] {
  if (text.length > 1 && text[0] === '0') return digits(text);
  if (text.length <= 4) return cardinal(Number(text), agreement);
  return text.length <= 12 && text.endsWith('000') ? cardinal(Number(text), agreement) : digits(text);
}
