/** `01:02:03.456`; hours have as many digits as they need. */
export function clock(milliseconds: number, point: '.' | ','): string {
  const padded = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  const [hours, minutes] = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60];
  const [seconds, rest] = [(milliseconds / 1000) % 60, milliseconds % 1000];
  return `${padded(hours)}:${padded(minutes)}:${padded(seconds)}${point}${padded(rest, 3)}`;
}
