/**
 * One row of RFC 4180. A spreadsheet takes a cell that begins with one of these characters for a formula and would
 * run what a caller chose as a user id; an apostrophe in front makes it text. Numbers are written as they are.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

export function csvRow(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
