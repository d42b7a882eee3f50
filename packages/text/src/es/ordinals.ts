export const ORDINAL_ONES = [
  '',
  'primero',
  'segundo',
  'tercero',
  'cuarto',
  'quinto',
  'sexto',
  'séptimo',
  'octavo',
  'noveno',
];
/** 11 to 19, one word each. */
export const ORDINAL_TEENS = [
  'undécimo',
  'duodécimo',
  'decimotercero',
  'decimocuarto',
  'decimoquinto',
  'decimosexto',
  'decimoséptimo',
  'decimoctavo',
  'decimonoveno',
];
export const ORDINAL_TENS = [
  '',
  'décimo',
  'vigésimo',
  'trigésimo',
  'cuadragésimo',
  'quincuagésimo',
  'sexagésimo',
  'septuagésimo',
  'octogésimo',
  'nonagésimo',
];
export const ORDINAL_HUNDREDS = [
  '',
  'centésimo',
  'ducentésimo',
  'tricentésimo',
  'cuadringentésimo',
  'quingentésimo',
  'sexcentésimo',
  'septingentésimo',
  'octingentésimo',
  'noningentésimo',
];

function below100(value: number): string[] {
  if (value > 10 && value < 20) return [ORDINAL_TEENS[value - 11]!];
  return [ORDINAL_TENS[Math.floor(value / 10)]!, ORDINAL_ONES[value % 10]!];
}

/** 1 to 1000; undefined beyond, where nobody says ordinals. */
export function ordinal(value: number, feminine = false): string[] | undefined {
  if (value < 1 || value > 1000) return undefined;
  const parts =
    value === 1000 ? ['milésimo'] : [ORDINAL_HUNDREDS[Math.floor(value / 100)]!, ...below100(value % 100)];
  return parts.filter((part) => part !== '').map((part) => (feminine ? `${part.slice(0, -1)}a` : part));
}
