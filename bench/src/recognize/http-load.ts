import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../table.ts';
import type { Clip } from './clip-sets.ts';
import { wav } from './wav.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SMALL_QUEUE = 4;

interface Load {
  statuses: number[];
  withRetryAfter: number;
  empty: number;
  latencies: number[];
  ms: number;
}

/** A real server under load: how long answers take, and that every request gets one. */
export async function printHttp(model: string, clips: readonly Clip[]): Promise<void> {
  const bodies = clips.map(({ samples }) => wav(samples));
  const heading = [
    'clients',
    'requests',
    'ok',
    'busy',
    'no text',
    'p50 ms',
    'p95 ms',
    'requests/s',
    '× real time',
  ];
  const seconds = clips.reduce((sum, { samples }) => sum + samples.length / 16_000, 0) / clips.length;
  const row = (name: string, { statuses, latencies, empty, ms }: Load) => {
    const sorted = latencies.toSorted((a, b) => a - b);
    const share = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(0) ?? '–';
    const [ok, busy] = [200, 503].map((status) => statuses.filter((each) => each === status).length) as [
      number,
      number,
    ];
    const rate = (1000 * ok) / ms;
    return [
      name,
      statuses.length,
      ok,
      busy,
      empty,
      share(0.5),
      share(0.95),
      rate.toFixed(2),
      (rate * seconds).toFixed(1),
    ];
  };
  const rows: (string | number)[][] = [];
  await withServer({ LOCUTOR_ENGLISH_MODEL: model }, async (url) => {
    await load(url, bodies.slice(0, 4), 2);
    for (const clients of [1, 4, 16]) rows.push(row(String(clients), await load(url, bodies, clients)));
  });
  const queue = {
    LOCUTOR_ENGLISH_MODEL: model,
    LOCUTOR_WORKERS: '1',
    LOCUTOR_MAX_QUEUE: String(SMALL_QUEUE),
  };
  let retry = 0;
  await withServer(queue, async (url) => {
    await load(url, bodies.slice(0, 1), 1);
    const result = await load(url, bodies, 16);
    retry = result.withRetryAfter;
    rows.push(row(`16, queue of ${SMALL_QUEUE}, 1 worker`, result));
  });
  console.log(`\nRECOGNIZE over HTTP, ${model}, clips of ${seconds.toFixed(1)} s on average, WAV`);
  console.log(table([heading, ...rows]));
  console.log(`${retry} of the busy answers say when to try again`);
}

async function load(url: string, bodies: readonly Uint8Array<ArrayBuffer>[], clients: number): Promise<Load> {
  const result: Load = { statuses: [], withRetryAfter: 0, empty: 0, latencies: [], ms: 0 };
  const waiting = [...bodies];
  const begun = performance.now();
  const client = async () => {
    for (let body = waiting.shift(); body; body = waiting.shift()) {
      const start = performance.now();
      const answer = await fetch(`${url}/asr/rest/v3/recognize?lm=builtin:slm/general`, {
        method: 'POST',
        headers: { 'content-type': 'audio/wav' },
        body,
      });
      const text = await answer.text();
      result.statuses.push(answer.status);
      if (answer.headers.has('retry-after')) result.withRetryAfter++;
      if (answer.status !== 200) continue;
      result.latencies.push(performance.now() - start);
      if (!text.includes('"RECOGNIZED"')) result.empty++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  result.ms = performance.now() - begun;
  return result;
}

/** Starts the real command in a folder of its own, and stops it when it was used. */
export async function withServer(
  env: NodeJS.ProcessEnv,
  use: (url: string, pid: number) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'locutor-bench-'));
  const server = spawn(process.execPath, [join(ROOT, 'packages/server/bin/locutor.mjs')], {
    cwd: folder,
    env: { ...process.env, LOCUTOR_PORT: '0', LOCUTOR_DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const address = /serves at (\S+)[\s\S]*ready/.exec(printed)?.[1];
        if (address) resolve(address);
      });
      server.once('exit', () => reject(new Error(`the server did not start:\n${printed}`)));
    });
    await use(url, server.pid!);
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}
