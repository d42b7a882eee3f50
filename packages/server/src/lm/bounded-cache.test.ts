import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedCache } from './bounded-cache.ts';

describe('BoundedCache', () => {
  it('drops the least recently used beyond its number of entries', () => {
    const cache = new BoundedCache<number>({ entries: 2, bytes: 100, idleMs: 10, now: () => 0 });
    cache.set('a', 1, 1);
    cache.set('b', 2, 1);
    cache.get('a');
    cache.set('c', 3, 1);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
  });

  it('makes room for a large value and does not take one that is larger than all the room', () => {
    const cache = new BoundedCache<number>({ entries: 9, bytes: 10, idleMs: 10, now: () => 0 });
    cache.set('a', 1, 4);
    cache.set('b', 2, 4);
    cache.set('c', 3, 6);
    cache.set('d', 4, 11);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, 2, 3, undefined]);
  });

  it('drops what was not used for the idle time, and only that', () => {
    let now = 0;
    const cache = new BoundedCache<number>({ entries: 9, bytes: 10, idleMs: 10, now: () => now });
    cache.set('a', 1, 1);
    cache.set('b', 2, 1);
    now = 9;
    cache.get('a');
    now = 10;
    expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([1, undefined, 1]);
  });

  it('agrees with a plain list of what was used when', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const step = fc.oneof(
      fc.record({ do: fc.constant('get' as const), key }),
      fc.record({ do: fc.constant('set' as const), key, size: fc.integer({ min: 0, max: 12 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 8 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 0;
        const cache = new BoundedCache<number>({ entries: 3, bytes: 10, idleMs: 10, now: () => now });
        let model: { key: string; value: number; size: number; usedAt: number }[] = [];
        steps.forEach((each, value) => {
          if (each.do === 'wait') now += each.ms;
          else {
            model = model.filter(({ usedAt }) => now - usedAt < 10);
            const known = model.find((one) => one.key === each.key);
            model = model.filter((one) => one !== known);
            if (each.do === 'get') {
              expect(cache.get(each.key)).toBe(known?.value);
              if (known) model.push({ ...known, usedAt: now });
            } else {
              cache.set(each.key, value, each.size);
              if (each.size <= 10) model.push({ key: each.key, value, size: each.size, usedAt: now });
              while (model.length > 3 || total(model) > 10) model.shift();
            }
            expect([cache.size, cache.bytes]).toEqual([model.length, total(model)]);
          }
        });
      }),
    );
  });
});

function total(entries: readonly { size: number }[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
