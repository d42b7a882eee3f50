import { LRUCache } from 'lru-cache';
import { expiring } from '../expiring-cache.ts';
import type { LoadFailure } from '../load-failure.ts';

/** Recent failures, by URL or origin. Reading one does not prolong its life. */
export type RecentFailures = LRUCache<string, LoadFailure>;

export function recentFailures(lifeMs: number, entries: number, now: () => number): RecentFailures {
  return new LRUCache({ ...expiring(lifeMs, now), max: entries });
}
