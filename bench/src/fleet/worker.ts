// One worker with one engine process, as a process of its own: node worker.js URL NAME
import { BusWorker, EnginePool } from '@locutor/engine';
import type { StandIns } from './jobs.ts';

const [url = '', name = ''] = process.argv.slice(2);
const registry = new URL('./jobs.js', import.meta.url).href;
const pool = new EnginePool<StandIns>({ registry, settings: {}, processes: 1 });
await pool.start();
const worker = new BusWorker<StandIns>({
  bus: { servers: [url], name },
  pool,
  version: 'bench',
  models: () => ({ models: [], downloads: [] }),
  onFetch: () => {},
  mostBytes: 128 * 1024 ** 2,
});
worker.start();
process.once('disconnect', () => process.exit(0));
