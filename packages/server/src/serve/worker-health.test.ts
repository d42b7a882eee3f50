import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { createWorkerHealth } from './worker-health.ts';

const TOKEN = 'worker-token-0123456789';

interface Fault {
  readonly up?: number;
  readonly connected?: boolean;
  readonly leaving?: boolean;
  readonly missing?: readonly string[];
}

async function appOf(fault: Fault = {}, env: Record<string, string> = {}) {
  const { up = 2, connected = true, leaving = false, missing = [] } = fault;
  const one = { id: 1, restarts: 3, rssBytes: 5_000_000 };
  const state = { status: 'ready', processes: [one, one], up, queued: 0, running: 1 };
  const worker = {
    engine: { state: () => state as never },
    bus: () => ({ connected, leaving }),
    missing: () => missing,
  };
  const { config } = loadConfig(env, process.cwd());
  const app = await createWorkerHealth(config, pino({ level: 'silent' }), worker, []);
  onTestFinished(() => app.close());
  return app;
}

describe('the health of a worker', () => {
  it('is good while jobs would be done, busy or not', async () => {
    const { statusCode, headers, body } = await (await appOf()).inject('/health/ready');
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      {
        ready: true,
        models: { ready: true, missing: [] },
        engine: { status: 'ready', processes: 2, ready: 2, running: 1 },
        bus: { connected: true, leaving: false },
      },
    ]);
    expect(headers['x-request-id']).toBeTruthy();
  });

  it.each<[string, Fault]>([
    ['no engine process', { up: 0 }],
    ['no bus', { connected: false }],
    ['a stop', { leaving: true }],
    ['a missing model', { missing: ['silero-vad'] }],
  ])('is bad with %s, but it is alive', async (_, fault) => {
    const app = await appOf(fault);
    expect((await app.inject('/health/ready')).statusCode).toBe(503);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/metrics')).body).toContain('locutor_ready{part="all"} 0\n');
  });

  it('is in the metrics, beside the restarts of processes', async () => {
    const { body } = await (await appOf()).inject('/metrics');
    for (const line of ['ready{part="all"} 1', 'worker_restarts_total 6', 'worker_running 1'])
      expect(body).toContain(`locutor_${line}\n`);
    expect(body).not.toContain('part="database"');
  });
});

it('guards its metrics with the token of the configuration', async () => {
  const app = await appOf({}, { LOCUTOR_AUTH_METRICS: 'required', LOCUTOR_TOKEN: TOKEN });
  const statusFor = async (authorization?: string) =>
    (await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
  expect(await statusFor()).toBe(401);
  expect(await statusFor('Bearer loc_something')).toBe(401);
  expect(await statusFor(`Bearer ${TOKEN}`)).toBe(200);
});

it('answers other paths and methods as the server does', async () => {
  const app = await appOf();
  expect((await app.inject('/asr/rest/v3/jobs')).json()).toMatchObject({ code: 'ERR_NOT_FOUND' });
  const { statusCode, headers } = await app.inject({ method: 'POST', url: '/health/live' });
  expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
