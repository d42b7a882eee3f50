export interface BoundedCacheOptions {
  readonly entries: number;
  /** In the unit of `set`'s `size`. */
  readonly bytes: number;
  readonly idleMs: number;
  readonly now: () => number;
}

interface Slot<V> {
  readonly value: V;
  readonly size: number;
  usedAt: number;
}

/** Values by key, least recently used first out: beyond a number, beyond a total size, and after a time unused. */
export class BoundedCache<V> {
  readonly #options: BoundedCacheOptions;
  /** In order of last use, which a Map keeps when a key is deleted and set again. */
  readonly #slots = new Map<string, Slot<V>>();
  #bytes = 0;

  constructor(options: BoundedCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#slots.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    this.#dropIdle();
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    slot.usedAt = this.#options.now();
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    return slot.value;
  }

  set(key: string, value: V, size: number): void {
    this.delete(key);
    this.#dropIdle();
    if (size > this.#options.bytes) return;
    this.#slots.set(key, { value, size, usedAt: this.#options.now() });
    this.#bytes += size;
    for (const oldest of this.#slots.keys()) {
      if (this.#slots.size <= this.#options.entries && this.#bytes <= this.#options.bytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    this.#bytes -= slot.size;
  }

  #dropIdle(): void {
    const since = this.#options.now() - this.#options.idleMs;
    for (const [key, slot] of this.#slots) {
      if (slot.usedAt > since) break;
      this.delete(key);
    }
  }
}
