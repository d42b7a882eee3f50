// A worker with the test jobs, in a process of its own, to be killed by a test: node test-worker.mjs URL NAME PROCESSES
import { BusWorker } from '../../../dist/bus/worker/bus-worker.js';
import { EnginePool } from '../../../dist/pool/engine-pool.js';

const [url, name, processes = '1'] = process.argv.slice(2);
const registry = new URL('../../pool/test-support/test-jobs.mjs', import.meta.url).href;
const pool = new EnginePool({ registry, settings: {}, processes: Number(processes), cancelGraceMs: 500 });
await pool.start();
const worker = new BusWorker({
  bus: { servers: [url], name },
  pool,
  version: 'test',
  models: () => ({ models: ['silero-vad'], downloads: [] }),
  onFetch: (request) => console.log(JSON.stringify({ fetch: request })),
  mostBytes: 64 * 1024 ** 2,
});
worker.start();
process.once('SIGTERM', async () => {
  await worker.drain({ timeoutMs: 30_000 });
  await pool.drain({ timeoutMs: 0 });
  process.exit(0);
});
console.log('up');
