/** A revocation made by another process acts within this time: no row is trusted for longer. */
export const CACHE_MS = 2_000;
const CACHE_SIZE = 1_000;

/**
 * Rows read a moment ago, so that a busy client costs one query every two seconds. The promise is kept, not the row:
 * a hundred requests that arrive together share one query. Absent rows are not kept, so that made-up ids cannot
 * push real ones out for longer than their own query takes.
 */
export class TokenCache<Row> {
  readonly #entries = new Map<string, { readonly row: Promise<Row | undefined>; readonly readAt: number }>();

  get(id: string, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const known = this.#entries.get(id);
    // A monotonic clock: setting the wall clock back must not stretch the trust.
    const now = performance.now();
    this.#entries.delete(id);
    if (known !== undefined && now - known.readAt < CACHE_MS) {
      this.#entries.set(id, known);
      return known.row;
    }
    const entry = { row: read(), readAt: now };
    this.#entries.set(id, entry);
    this.#dropOldest();
    const dropIfAbsent = (row?: Row) => {
      if (row === undefined && this.#entries.get(id) === entry) this.#entries.delete(id);
    };
    entry.row.then(dropIfAbsent, () => dropIfAbsent());
    return entry.row;
  }

  forget(id: string): void {
    this.#entries.delete(id);
  }

  #dropOldest(): void {
    if (this.#entries.size <= CACHE_SIZE) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
