// Per slot: generation, state, origin, item. Side by side, so that a look-up touches one cache line.
const SLOT = 4;
/** The highest number that a slot can hold. */
export const LAST_GENERATION = 2 ** 31 - 1;

/**
 * Finds the item of the column under construction that has a state and an origin. Open addressing with a
 * generation number per slot, so that starting the next column costs nothing; one table serves a whole grammar,
 * because columns are built one at a time.
 */
export class ItemTable {
  #slots = new Int32Array(256 * SLOT);
  #mask = 255;
  #generation: number;
  #count = 0;

  /** Generations are counted from 1, the mark of no slot; tests begin at a later one. */
  constructor(generation = 1) {
    this.#generation = generation;
  }

  clear(): void {
    if (this.#generation === LAST_GENERATION) {
      // Of a grammar in steady use after some months: old marks would be met again.
      this.#slots.fill(0);
      this.#generation = 0;
    }
    this.#generation++;
    this.#count = 0;
  }

  /** The item, or -1. */
  find(state: number, origin: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    const generation = this.#generation;
    for (let slot = hash(state, origin) & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      if (slots[at] !== generation) return -1;
      if (slots[at + 1] === state && slots[at + 2] === origin) return slots[at + 3]!;
    }
  }

  add(state: number, origin: number, item: number): void {
    if (++this.#count * 2 > this.#mask) this.#grow();
    const slots = this.#slots;
    let slot = hash(state, origin) & this.#mask;
    while (slots[slot * SLOT] === this.#generation) slot = (slot + 1) & this.#mask;
    slots.set([this.#generation, state, origin, item], slot * SLOT);
  }

  #grow(): void {
    const old = this.#slots;
    const generation = this.#generation;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    this.#generation = 1;
    this.#count = 1;
    for (let at = 0; at < old.length; at += SLOT)
      if (old[at] === generation) this.add(old[at + 1]!, old[at + 2]!, old[at + 3]!);
  }
}

function hash(state: number, origin: number): number {
  const mixed = Math.imul(state, 0x9e3779b1) ^ Math.imul(origin, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
