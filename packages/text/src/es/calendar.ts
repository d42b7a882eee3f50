export const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** 1 to 12, or undefined where the word is no month. */
export function monthNumber(word: string): number | undefined {
  const at = MONTHS.indexOf(word === 'setiembre' ? 'septiembre' : word);
  return at < 0 ? undefined : at + 1;
}
