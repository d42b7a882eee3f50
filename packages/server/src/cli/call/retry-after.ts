/** No server keeps a command waiting longer at once. */
const LONGEST_S = 60;

/** How many milliseconds to wait before a request is sent again, by a Retry-After of seconds or a date. */
export function waitOf(retryAfter: string | null, attempt: number, now = Date.now()): number {
  const seconds = secondsOf(retryAfter?.trim() ?? '', now) ?? 2 ** Math.min(attempt, 5);
  return Math.min(LONGEST_S, Math.max(0, seconds)) * 1000;
}

function secondsOf(text: string, now: number): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : (time - now) / 1000;
}
