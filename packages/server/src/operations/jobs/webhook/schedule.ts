const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after failed attempts: ten attempts in about 16 hours. */
const PAUSES = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];

/**
 * Milliseconds until a webhook is tried again; undefined where it is given up. Up to a quarter longer by chance, so that
 * those that failed together do not come back together.
 */
export function retryMs(attempt: number, random: () => number = Math.random): number | undefined {
  const pause = PAUSES[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + random() / 4));
}
