import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleCache } from './expiring-cache.ts';

const START = 1_000;
const value = (number: number) => ({ number });
const set = (cache: ReturnType<typeof idleCache>, key: string, number: number, size: number) =>
  cache.set(key, value(number), { size });

describe('idleCache', () => {
  it('drops the least recently used beyond its number of entries', () => {
    const cache = idleCache({ entries: 2, bytes: 100, idleMs: 10, now: () => START });
    set(cache, 'a', 1, 1);
    set(cache, 'b', 2, 1);
    cache.get('a');
    set(cache, 'c', 3, 1);
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([value(1), undefined, value(3)]);
  });

  it('makes room for a large value, and rejects one that is larger than all the room', () => {
    const cache = idleCache({ entries: 9, bytes: 10, idleMs: 10, now: () => START });
    set(cache, 'a', 1, 4);
    set(cache, 'b', 2, 4);
    set(cache, 'c', 3, 6);
    set(cache, 'd', 4, 11);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([
      undefined,
      value(2),
      value(3),
      undefined,
    ]);
  });

  it('drops what was not used for the idle time, and only that', () => {
    let now = START;
    const cache = idleCache({ entries: 9, bytes: 10, idleMs: 10, now: () => now });
    set(cache, 'a', 1, 1);
    set(cache, 'b', 2, 1);
    now += 9;
    cache.get('a');
    now += 1;
    expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([value(1), undefined, 1]);
  });

  it('agrees with a plain list of what was used when', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const step = fc.oneof(
      fc.record({ do: fc.constant('get' as const), key }),
      fc.record({ do: fc.constant('set' as const), key, size: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 8 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = START;
        const cache = idleCache({ entries: 3, bytes: 10, idleMs: 10, now: () => now });
        let model: { key: string; number: number; size: number; usedAt: number }[] = [];
        steps.forEach((each, number) => {
          if (each.do === 'wait') now += each.ms;
          else {
            model = model.filter(({ usedAt }) => now - usedAt < 10);
            const known = model.find((one) => one.key === each.key);
            model = model.filter((one) => one !== known);
            if (each.do === 'get') {
              expect(cache.get(each.key)).toEqual(known && value(known.number));
              if (known) model.push({ ...known, usedAt: now });
            } else {
              set(cache, each.key, number, each.size);
              if (each.size <= 10) model.push({ key: each.key, number, size: each.size, usedAt: now });
              while (model.length > 3 || total(model) > 10) model.shift();
            }
            cache.purgeStale();
            expect([cache.size, cache.calculatedSize]).toEqual([model.length, total(model)]);
          }
        });
      }),
    );
  });
});

function total(entries: readonly { size: number }[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
