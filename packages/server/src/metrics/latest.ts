import { setTimeout as sleep } from 'node:timers/promises';

/** What a database in good health needs several times over; more while there is nothing to fall back on. */
const [WAIT_MS, FIRST_WAIT_MS] = [10, 100];

/**
 * Reads something that may be slow, for /metrics, which must answer at once also while the database is locked or away:
 * what is not there in time is what was read last. Undefined where there was nothing yet, or reading fails.
 */
export function latest<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let last: T | undefined;
  let reading: { readonly begun: number; readonly end: Promise<void> } | undefined;
  const begin = () => {
    const end = read()
      .then(
        (found) => {
          last = found;
        },
        () => {
          last = undefined;
        },
      )
      .finally(() => {
        reading = undefined;
      });
    return { begun: performance.now(), end };
  };
  return async () => {
    reading ??= begin();
    const wait = last === undefined ? FIRST_WAIT_MS : WAIT_MS;
    // Those who come later do not begin to wait anew.
    const left = Math.max(0, reading.begun + wait - performance.now());
    const enough = new AbortController();
    await Promise.race([reading.end, sleep(left, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
    return last;
  };
}
