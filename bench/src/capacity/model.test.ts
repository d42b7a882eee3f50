import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assumed } from './measured.ts';
import { plan } from './model.ts';

test('more calls never need less of anything', () => {
  const count = fc.integer({ min: 1, max: 50_000 });
  fc.assert(
    fc.property(count, count, fc.constantFrom('english', 'multilingual'), (one, more, language) => {
      const [small, large] = [plan(one, language, assumed), plan(one + more, language, assumed)];
      for (const part of [
        'engineCores',
        'httpNodes',
        'busServers',
        'databases',
        'memoryBytes',
        'perHour',
      ] as const) {
        expect([part, large[part] >= small[part]]).toEqual([part, true]);
      }
    }),
    { numRuns: 30 },
  );
});

test('what one of each takes does not depend on the number of calls', () => {
  const limits = (calls: number) => plan(calls, 'english', assumed).limits;
  for (const [index, { part, calls }] of limits(10).entries()) {
    expect(limits(100_000)[index]!.part).toBe(part);
    expect(limits(100_000)[index]!.calls).toBeCloseTo(calls, 3);
  }
});

test('samples that travel to other workers count on the bus, and nowhere else', () => {
  const [whole, cut] = [0, 1].map((segmented) => plan(1000, 'english', { ...assumed, segmented }));
  expect(cut!.busBits / whole!.busBits).toBeGreaterThan(4);
  expect(cut!.busServers).toBeGreaterThanOrEqual(whole!.busServers);
  expect({ ...cut, busBits: 0, busServers: 0, perHour: 0, perCallMinute: 0, limits: [] }).toEqual({
    ...whole,
    busBits: 0,
    busServers: 0,
    perHour: 0,
    perCallMinute: 0,
    limits: [],
  });
});
