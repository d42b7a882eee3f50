import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Measure } from './measure.ts';
import {
  measureBodies,
  measureDisk,
  measureEngineMemory,
  measureIssuer,
  measureQueueLimit,
  measureReadiness,
} from './server-metrics.ts';

async function shown(...measures: readonly Measure[]): Promise<string[]> {
  const registry = new Registry();
  for (const measure of measures) measure(registry);
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

it('has the room on a disk, and nothing where the folder is missing', async () => {
  const [free, size] = (await shown(measureDisk(process.cwd()))).map((line) => Number(line.split(' ')[1]));
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThan(size!);
  expect(await shown(measureDisk('/no/such/folder'))).toEqual([]);
});

it('has what readiness says as numbers, and nothing where it cannot be asked', async () => {
  const parts = { ready: false, models: { ready: true }, database: { ready: false } };
  expect(await shown(measureReadiness(async () => parts))).toEqual([
    'locutor_ready{part="all"} 0',
    'locutor_ready{part="models"} 1',
    'locutor_ready{part="database"} 0',
  ]);
  expect(await shown(measureReadiness(() => Promise.reject(new Error('no disk'))))).toEqual([]);
});

it('reads bodies, fetches of keys and processes when it is asked', async () => {
  const processes = [
    { id: 1, rssBytes: 5 },
    { id: 2, rssBytes: 7 },
  ];
  const lines = await shown(
    measureBodies({ held: 3, limit: 10 }),
    measureIssuer(() => ({ ok: 2, failed: 1 })),
    measureQueueLimit(64),
    measureEngineMemory(() => ({ processes })),
  );
  expect(lines).toEqual([
    'locutor_body_bytes 3',
    'locutor_body_limit_bytes 10',
    'locutor_issuer_key_fetches_total{outcome="ok"} 2',
    'locutor_issuer_key_fetches_total{outcome="failed"} 1',
    'locutor_engine_queue_limit 64',
    'locutor_engine_memory_bytes{process="1"} 5',
    'locutor_engine_memory_bytes{process="2"} 7',
  ]);
});
