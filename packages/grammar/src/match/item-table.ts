import type { Chart } from './chart.ts';

/**
 * Finds the item of the column under construction that has a state and an origin. Open addressing with a
 * generation number per slot, so that starting the next column costs nothing; one table serves a whole grammar,
 * because columns are built one at a time. (A Map per column measured three times slower on long sentences.)
 */
export class ItemTable {
  #items = new Int32Array(256);
  #generations = new Int32Array(256);
  #generation = 0;
  #count = 0;

  clear(): void {
    this.#generation++;
    this.#count = 0;
  }

  /** The item, or -1. */
  find(chart: Chart, state: number, origin: number): number {
    const mask = this.#items.length - 1;
    for (
      let slot = slotOf(state, origin) & mask;
      this.#generations[slot] === this.#generation;
      slot = (slot + 1) & mask
    ) {
      const item = this.#items[slot]!;
      if (chart.itemState[item] === state && chart.itemOrigin[item] === origin) return item;
    }
    return -1;
  }

  add(chart: Chart, item: number): void {
    if (++this.#count * 2 > this.#items.length) this.#grow(chart);
    this.#place(item, chart.itemState[item]!, chart.itemOrigin[item]!);
  }

  #place(item: number, state: number, origin: number): void {
    const mask = this.#items.length - 1;
    let slot = slotOf(state, origin) & mask;
    while (this.#generations[slot] === this.#generation) slot = (slot + 1) & mask;
    this.#items[slot] = item;
    this.#generations[slot] = this.#generation;
  }

  #grow(chart: Chart): void {
    const current = this.#items.filter((_, slot) => this.#generations[slot] === this.#generation);
    this.#items = new Int32Array(this.#items.length * 2);
    this.#generations = new Int32Array(this.#items.length);
    this.#generation = 1;
    for (const item of current) this.#place(item, chart.itemState[item]!, chart.itemOrigin[item]!);
  }
}

function slotOf(state: number, origin: number): number {
  const mixed = Math.imul(state, 0x9e3779b1) ^ Math.imul(origin, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
