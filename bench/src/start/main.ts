// From `npm start` on a prepared checkout to the first answer, and what the processes weigh then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { table } from '../table.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RUNS = Number(process.argv[2] ?? 5);
const PORT = 18025;
const URL_ = `http://127.0.0.1:${PORT}`;

async function until(path: string, start: number): Promise<number> {
  for (;;) {
    const answer = await fetch(URL_ + path).catch(() => undefined);
    if (answer?.ok) return performance.now() - start;
    await sleep(10);
  }
}

/** Resident megabytes of the processes that listen or compute, told apart by their command lines (Linux only). */
function weights(group: number): { main: number; engine: number } {
  const sizes = { main: 0, engine: 0 };
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== group) continue;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const megabytes =
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
      if (command.includes('start.mjs')) sizes.main = Math.max(sizes.main, megabytes);
      if (command.includes('process/main.js')) sizes.engine = Math.max(sizes.engine, megabytes);
    } catch {
      // It ended while we looked.
    }
  }
  return sizes;
}

const rows: (string | number)[][] = [
  ['run', 'first answer s', 'engine ready s', 'main process MB', 'engine process MB'],
];
for (let run = 1; run <= RUNS; run++) {
  const data = mkdtempSync(join(tmpdir(), 'locutor-start-'));
  const start = performance.now();
  const server = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, LOCUTOR_PORT: String(PORT), LOCUTOR_DATA_DIR: data },
    stdio: 'ignore',
  });
  const first = await until('/rest/v2/encoders', start);
  const ready = await until('/health/ready', start);
  const { main, engine } = weights(server.pid!);
  rows.push([
    run,
    (first / 1000).toFixed(2),
    (ready / 1000).toFixed(2),
    Math.round(main),
    Math.round(engine),
  ]);
  process.kill(-server.pid!, 'SIGINT');
  await once(server, 'exit');
  rmSync(data, { recursive: true, force: true });
}
console.log(table(rows));
