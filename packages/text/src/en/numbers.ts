export const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
export const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
export const SCALES: readonly (readonly [name: string, value: number])[] = [
  ['trillion', 1e12],
  ['billion', 1e9],
  ['million', 1e6],
  ['thousand', 1e3],
];

function below100(value: number): string[] {
  if (value < 20) return [SMALL[value]!];
  const ones = value % 10;
  return ones ? [TENS[(value - ones) / 10]!, SMALL[ones]!] : [TENS[value / 10]!];
}

function below1000(value: number, and: boolean): string[] {
  if (value < 100) return below100(value);
  const rest = value % 100;
  const hundreds = [SMALL[(value - rest) / 100]!, 'hundred'];
  if (rest === 0) return hundreds;
  return and ? [...hundreds, 'and', ...below100(rest)] : [...hundreds, ...below100(rest)];
}

/** A whole number from 0 to 10^15: 1984 is "one thousand nine hundred eighty four", or "... hundred and ..." */
export function cardinal(value: number, and = false): string[] {
  if (value < 1000) return below1000(value, and);
  const said: string[] = [];
  let rest = value;
  for (const [name, scale] of SCALES) {
    if (rest < scale) continue;
    const count = Math.floor(rest / scale);
    said.push(...below1000(count, and), name);
    rest -= count * scale;
  }
  if (rest === 0) return said;
  return and && rest < 100 ? [...said, 'and', ...below100(rest)] : [...said, ...below1000(rest, and)];
}

export function digits(run: string): string[] {
  return Array.from(run, (digit) => SMALL[Number(digit)]!);
}

/** Two figures after an hour or in a year: "oh five", "fifteen". */
export function twoDigits(value: number): string[] {
  return value < 10 ? ['oh', SMALL[value]!] : below100(value);
}

/** A year of four digits: "nineteen eighty four", "nineteen hundred", "two thousand five". */
export function year(value: number): string[] {
  const century = Math.floor(value / 100);
  const rest = value % 100;
  if (century % 10 === 0 && rest < 10) return cardinal(value);
  return rest === 0 ? [...below100(century), 'hundred'] : [...below100(century), ...twoDigits(rest)];
}

const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

export function ordinalWord(word: string): string {
  return IRREGULAR[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
}

export function ordinal(value: number): string[] {
  const said = cardinal(value);
  said.push(ordinalWord(said.pop()!));
  return said;
}

/**
 * Digits with nothing around them: short ones and round ones are numbers, 1060 to 2099 are years, others are codes.
 * In pairs, 1000 to 1059 would be times: "ten thirty".
 */
export function run(text: string): string[] {
  const value = Number(text);
  if (text.length > 1 && text[0] === '0') return digits(text);
  if (text === '911') return digits(text);
  if (text.length <= 3) return cardinal(value);
  if (text.length === 4 && value >= 1060 && value < 2100) return year(value);
  if (text.length === 4 ? text.endsWith('00') : text.length <= 12 && text.endsWith('000'))
    return cardinal(value);
  return digits(text);
}
