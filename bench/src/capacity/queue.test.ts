import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Queue, serversFor, utilisation, waitChance, waitExceededBy } from './queue.ts';

const load = fc.record({
  arrivals: fc.double({ min: 0.01, max: 2000, noNaN: true }),
  service: fc.double({ min: 0.01, max: 1, noNaN: true }),
});

test('with one server the chance to wait is how busy it is', () => {
  for (const busy of [0.1, 0.5, 0.9]) {
    expect(waitChance({ arrivals: busy, service: 1, servers: 1 })).toBeCloseTo(busy);
  }
});

test('agrees with tables of Erlang C', () => {
  expect(waitChance({ arrivals: 7, service: 1, servers: 10 })).toBeCloseTo(0.2217, 3);
  expect(waitChance({ arrivals: 70, service: 1, servers: 100 })).toBeCloseTo(0.0002, 3);
});

test('chances are chances, and more servers never make anybody wait longer', () => {
  fc.assert(
    fc.property(load, fc.integer({ min: 1, max: 3000 }), (each, servers) => {
      const queue: Queue = { ...each, servers };
      const more = { ...queue, servers: servers + 1 };
      expect(waitChance(queue)).toBeGreaterThanOrEqual(0);
      expect(waitChance(queue)).toBeLessThanOrEqual(1);
      expect(waitChance(more)).toBeLessThanOrEqual(waitChance(queue) + 1e-12);
      expect(waitExceededBy(0.01, more)).toBeLessThanOrEqual(waitExceededBy(0.01, queue));
    }),
  );
});

test('finds the fewest servers that keep both limits', () => {
  fc.assert(
    fc.property(load, (each) => {
      const servers = serversFor(each, 0.7, 0.3);
      const keeps = (count: number) =>
        utilisation({ ...each, servers: count }) <= 0.7 + 1e-9 &&
        waitExceededBy(0.01, { ...each, servers: count }) <= 0.3;
      expect(keeps(servers)).toBe(true);
      if (servers > 1) expect(keeps(servers - 1)).toBe(false);
    }),
  );
});
