/** Days that a month (1 to 12) may have in some year. */
export function daysIn(month: number): number {
  return month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
