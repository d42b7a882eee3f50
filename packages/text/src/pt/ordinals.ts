export const ORDINAL_ONES = [
  '',
  'primeiro',
  'segundo',
  'terceiro',
  'quarto',
  'quinto',
  'sexto',
  'sétimo',
  'oitavo',
  'nono',
];
export const ORDINAL_TENS = [
  '',
  'décimo',
  'vigésimo',
  'trigésimo',
  'quadragésimo',
  'quinquagésimo',
  'sexagésimo',
  'septuagésimo',
  'octogésimo',
  'nonagésimo',
];
export const ORDINAL_HUNDREDS = [
  '',
  'centésimo',
  'ducentésimo',
  'trecentésimo',
  'quadringentésimo',
  'quingentésimo',
  'sexcentésimo',
  'septingentésimo',
  'octingentésimo',
  'noningentésimo',
];

/** 1 to 1000; undefined beyond, where nobody says ordinals. */
export function ordinal(value: number, feminine = false): string[] | undefined {
  if (value < 1 || value > 1000) return undefined;
  const parts =
    value === 1000
      ? ['milésimo']
      : [
          ORDINAL_HUNDREDS[Math.floor(value / 100)]!,
          ORDINAL_TENS[Math.floor(value / 10) % 10]!,
          ORDINAL_ONES[value % 10]!,
        ].filter((part) => part !== '');
  return feminine ? parts.map((part) => `${part.slice(0, -1)}a`) : parts;
}
