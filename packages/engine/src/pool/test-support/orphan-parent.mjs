// A server in miniature, to be killed by a test: one engine process idle, one in an endless loop.
import { EnginePool } from '../../../dist/pool/engine-pool.js';

const registry = new URL('./test-jobs.mjs', import.meta.url).href;
const pool = new EnginePool({ registry, settings: {}, processes: 2 });
await pool.start();
pool.run('spin', null).catch(() => {});
const pids = pool.state().processes.map((engine) => engine.pid);
setTimeout(() => console.log(JSON.stringify(pids)), 200);
