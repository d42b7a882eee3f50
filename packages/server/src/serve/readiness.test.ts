import { setImmediate as turn } from 'node:timers/promises';
import { createEnginePool, QueueFullError } from '@locutor/engine';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { readiness } from './readiness.ts';

const ready = async () => {};
const rejected = () => Promise.reject(new Error('no room'));
const missing = () => [];
const database = { ready, writable: ready };

/** An engine process that comes up and never finishes a job. */
const launch: NonNullable<Parameters<typeof createEnginePool>[0]['launch']> = (
  _id,
  { onMessage, onEnd },
) => ({
  pid: undefined,
  send(message) {
    if (message.type === 'stop') onEnd('stopped');
    if (message.type !== 'setup') return;
    const { protocol } = message;
    setImmediate(() => onMessage({ type: 'ready', protocol, kinds: ['detect-speech'], rssBytes: 0 }));
  },
  kill: () => onEnd('killed'),
});

async function busyPool(maxQueue: number) {
  const pool = createEnginePool({ settings: {} as never, processes: 1, maxQueue, launch });
  await pool.start();
  return pool;
}

describe('readiness', () => {
  it.each([0, 1, 3])('agrees with admission while a queue of %i fills up', async (maxQueue) => {
    const { config } = loadConfig({ LOCUTOR_MAX_QUEUE: String(maxQueue) }, '/');
    const pool = await busyPool(maxQueue);
    const outcomes: [boolean, boolean][] = [];
    for (let jobs = 0; jobs < maxQueue + 2; jobs++) {
      const state = await readiness(config, database, { engine: pool, missing });
      const refused = pool.run('detect-speech', { audio: { bytes: new Uint8Array() } }).then(
        () => false,
        (error: unknown) => error instanceof QueueFullError,
      );
      outcomes.push([state.ready, !(await Promise.race([refused, turn(false)]))]);
    }
    expect(outcomes).toEqual([...Array(maxQueue + 1).fill([true, true]), [false, false]]);
    await pool.drain({ timeoutMs: 0 });
  });

  it.each([
    ['cannot be read', { ready: rejected, writable: ready }, { ready: false, reads: false, writes: false }],
    ['cannot be written', { ready, writable: rejected }, { ready: false, reads: true, writes: false }],
    ['works', database, { ready: true, reads: true, writes: true }],
  ])('says so when the database %s', async (_what, store, expected) => {
    const { config } = loadConfig({}, '/');
    const pool = await busyPool(1);
    const state = await readiness(config, store, { engine: pool, missing });
    expect([state.ready, state.database]).toEqual([expected.ready, expected]);
    await pool.drain({ timeoutMs: 0 });
  });
});
