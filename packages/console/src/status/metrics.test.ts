import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { latenciesOf } from './metrics.ts';

const BUCKETS = [0.1, 1, 10];

async function counted(route: string, seconds: readonly number[]): Promise<string> {
  const registry = new Registry();
  const labelNames = ['method', 'route', 'status'];
  const name = 'locutor_http_request_seconds';
  const histogram = new Histogram({ name, help: 'x', labelNames, buckets: BUCKETS, registers: [registry] });
  for (const [index, each] of seconds.entries()) {
    histogram.observe({ method: 'POST', route, status: index % 2 === 0 ? 200 : 400 }, each);
  }
  return registry.metrics();
}

it('adds up the statuses of a route', async () => {
  const [latency, ...others] = latenciesOf(await counted('/rest/v3/verify', [0.05, 0.5, 0.6, 20]));
  expect(others).toEqual([]);
  expect(latency).toMatchObject({ route: '/rest/v3/verify', count: 4 });
  expect(latency!.buckets.map(({ count }) => count)).toEqual([1, 2, 0, 1]);
});

it('leaves out pages, and takes any text', async () => {
  expect(latenciesOf(await counted('/health/ready', [1]))).toEqual([]);
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(latenciesOf(text))));
});

it('finds quantiles in the bucket that they are in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 0.001, max: 9.9, noNaN: true }), { minLength: 1, maxLength: 30 }),
      async (seconds) => {
        const [latency] = latenciesOf(await counted('/x', seconds));
        const sorted = [...seconds].sort((a, b) => a - b);
        const exact = sorted[Math.ceil(sorted.length / 2) - 1]!;
        const bound = BUCKETS.find((each) => exact <= each)!;
        expect(latency!.median).toBeLessThanOrEqual(bound);
        expect(latency!.median).toBeGreaterThanOrEqual(BUCKETS[BUCKETS.indexOf(bound) - 1] ?? 0);
        expect(latency!.slow).toBeGreaterThanOrEqual(latency!.median);
      },
    ),
    { numRuns: 30 },
  );
});
