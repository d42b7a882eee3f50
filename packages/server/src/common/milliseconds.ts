/** Seconds as whole milliseconds. */
export function milliseconds(seconds: number): number {
  return Math.round(1000 * seconds);
}
