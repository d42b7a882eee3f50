/** Of all connections together. A request takes about 4 KB until it is answered. */
const MOST = 10_000;
/** What every connection may have waiting, whatever others have, and what it may have where others have nothing. */
const [LEAST_ALLOWANCE, MOST_ALLOWANCE] = [64, 400];

interface Holder {
  /** How many of the requests are its own. */
  readonly length: number;
  disconnect(): void;
}

/** Counts the requests that wait behind another of their connection, and keeps them from taking up all memory. */
export class WaitingRequests<Each extends Holder> {
  readonly #holders = new Set<Each>();
  #count = 0;

  /**
   * How many one connection may have: the less the more wait elsewhere. Node parses all that it has read at once, thousands of
   * requests of each of many connections, and stops all else meanwhile: 400 take 10 ms.
   */
  get allowance(): number {
    return Math.min(MOST_ALLOWANCE, Math.max(LEAST_ALLOWANCE, (MOST - this.#count) / 4));
  }

  /** One more of this holder; where there are too many, the connection with the most of them is given up. */
  add(holder: Each): void {
    this.#holders.add(holder);
    this.#count++;
    if (this.#count <= MOST) return;
    let longest = holder;
    for (const each of this.#holders) if (each.length > longest.length) longest = each;
    longest.disconnect();
  }

  remove(holder: Each, count: number): void {
    this.#count -= count;
    if (holder.length === 0) this.#holders.delete(holder);
  }
}
