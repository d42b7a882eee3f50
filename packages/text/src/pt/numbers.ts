export const SMALL = [
  'zero',
  'um',
  'dois',
  'três',
  'quatro',
  'cinco',
  'seis',
  'sete',
  'oito',
  'nove',
  'dez',
  'onze',
  'doze',
  'treze',
  'quatorze',
  'quinze',
  'dezesseis',
  'dezessete',
  'dezoito',
  'dezenove',
];
export const TENS = [
  '',
  '',
  'vinte',
  'trinta',
  'quarenta',
  'cinquenta',
  'sessenta',
  'setenta',
  'oitenta',
  'noventa',
];
export const HUNDREDS = [
  '',
  'cento',
  'duzentos',
  'trezentos',
  'quatrocentos',
  'quinhentos',
  'seiscentos',
  'setecentos',
  'oitocentos',
  'novecentos',
];
export const SCALES: readonly (readonly [one: string, many: string, value: number])[] = [
  ['trilhão', 'trilhões', 1e12],
  ['bilhão', 'bilhões', 1e9],
  ['milhão', 'milhões', 1e6],
  ['mil', 'mil', 1e3],
];

function small(value: number, feminine: boolean): string {
  if (feminine && value === 1) return 'uma';
  return feminine && value === 2 ? 'duas' : SMALL[value]!;
}

function below100(value: number, feminine: boolean): string[] {
  if (value < 20) return [small(value, feminine)];
  const ones = value % 10;
  return ones ? [TENS[(value - ones) / 10]!, 'e', small(ones, feminine)] : [TENS[value / 10]!];
}

function below1000(value: number, feminine: boolean): string[] {
  if (value < 100) return below100(value, feminine);
  if (value === 100) return ['cem'];
  const rest = value % 100;
  const name = HUNDREDS[(value - rest) / 100]!;
  const hundreds = feminine ? name.replace(/os$/, 'as') : name;
  return rest ? [hundreds, 'e', ...below100(rest, feminine)] : [hundreds];
}

/** A whole number from 0 to 10^15: 1984 is "mil novecentos e oitenta e quatro". */
export function cardinal(value: number, feminine = false): string[] {
  if (value < 1000) return below1000(value, feminine);
  const groups: [count: number, words: string[]][] = [];
  let rest = value;
  for (const [one, many, scale] of SCALES) {
    if (rest < scale) continue;
    const count = Math.floor(rest / scale);
    rest -= count * scale;
    const isBareThousand = scale === 1e3 && count === 1;
    const counted = isBareThousand ? [] : below1000(count, feminine && scale === 1e3);
    groups.push([count, [...counted, count === 1 ? one : many]]);
  }
  if (rest > 0) groups.push([rest, below1000(rest, feminine)]);
  const [lastCount, last] = groups.pop()!;
  const said = groups.flatMap(([, words]) => words);
  // "mil e duzentos", "mil e vinte", but "mil duzentos e vinte": "e" joins a last group of one part.
  const joins = said.length > 0 && (lastCount <= 100 || lastCount % 100 === 0);
  return joins ? [...said, 'e', ...last] : [...said, ...last];
}

export function digits(run: string): string[] {
  return Array.from(run, (digit) => SMALL[Number(digit)]!);
}

/** Up to two figures are said as a number ("vírgula quatorze", "vírgula zero cinco"), more digit by digit. */
export function decimals(run: string): string[] {
  return run.length === 2 && run[0] !== '0' ? cardinal(Number(run)) : digits(run);
}

/** Digits with nothing around them: up to four and round ones are numbers, others are codes. */
export function run(text: string): string[] {
  if (text.length > 1 && text[0] === '0') return digits(text);
  if (text.length <= 4) return cardinal(Number(text));
  return text.length <= 12 && text.endsWith('000') ? cardinal(Number(text)) : digits(text);
}
