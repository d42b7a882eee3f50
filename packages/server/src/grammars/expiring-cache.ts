import { LRUCache } from 'lru-cache';

/**
 * The options of an LRU cache whose entries expire after `lifeMs`. `now` counts whole milliseconds, from any moment
 * but 0: lru-cache keeps an entry up to and including its ttl, and reads the start 0 as "never expires".
 */
export function expiring(lifeMs: number, now: () => number) {
  return { ttl: lifeMs - 1, ttlResolution: 0, perf: { now } };
}

export interface IdleCacheOptions {
  readonly entries: number;
  /** In the unit of the sizes that `set` is called with. */
  readonly bytes: number;
  readonly idleMs: number;
  readonly now: () => number;
}

/** A cache that drops the least recently used entry when it is full, and every entry that is not used for a time. */
export function idleCache<V extends object>({ entries, bytes, idleMs, now }: IdleCacheOptions) {
  return new LRUCache<string, V>({
    ...expiring(idleMs, now),
    max: entries,
    maxSize: bytes,
    updateAgeOnGet: true,
  });
}
