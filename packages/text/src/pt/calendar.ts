export const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

/** 1 to 12, or undefined where the word is no month. */
export function monthNumber(word: string): number | undefined {
  const at = MONTHS.indexOf(word === 'marco' ? 'março' : word);
  return at < 0 ? undefined : at + 1;
}
