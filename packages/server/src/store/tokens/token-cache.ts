import { LRUCache } from 'lru-cache';

/** A revocation made by another process takes effect within this time: no row is trusted for longer. */
export const CACHE_MS = 2_000;
const CACHE_SIZE = 1_000;

/**
 * Rows read a moment ago, so that a busy client costs one query every two seconds. The cache holds promises of rows:
 * a hundred requests that arrive together share one query. Absent rows are not kept, so that invented ids cannot
 * displace real ones for longer than their own query takes.
 *
 * lru-cache measures time with a monotonic clock: setting the wall clock back does not extend the trust.
 */
export class TokenCache<Row> {
  readonly #rows = new LRUCache<string, Promise<Row | undefined>>({
    max: CACHE_SIZE,
    ttl: CACHE_MS,
    ttlResolution: 0,
  });

  get(id: string, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const known = this.#rows.get(id);
    if (known !== undefined) return known;
    const row = read();
    this.#rows.set(id, row);
    const dropIfAbsent = (found?: Row) => {
      if (found === undefined && this.#rows.peek(id) === row) this.#rows.delete(id);
    };
    row.then(dropIfAbsent, () => dropIfAbsent());
    return row;
  }

  clear(): void {
    this.#rows.clear();
  }

  forget(id: string): void {
    this.#rows.delete(id);
  }
}
