import { availableParallelism } from 'node:os';
import { BenchServer } from '../bench-server.ts';
import { writeOut } from '../out.ts';
import { table } from '../table.ts';
import type { Clip } from './clip-sets.ts';
import { drawLoad, type LoadPoint } from './load-plot.ts';
import { wav } from './wav.ts';

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
  const row = (name: string, load: Load) => {
    const { statuses, empty, ms } = load;
    const share = (part: number) => latency(load, part)?.toFixed(0) ?? '–';
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
  const points: LoadPoint[] = [];
  await withServer({ LOCUTOR_ENGLISH_MODEL: model }, async (url) => {
    await load(url, bodies.slice(0, 4), 2);
    for (const clients of [1, 2, 4, 8, 16]) {
      const result = await load(url, bodies, clients);
      rows.push(row(String(clients), result));
      const speed = (seconds * result.latencies.length * 1000) / result.ms;
      points.push({ clients, speed, p50: latency(result, 0.5)!, p95: latency(result, 0.95)! });
    }
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
  const title = `English over HTTP, sentences of ${seconds.toFixed(1)} s, ${availableParallelism()} cores`;
  console.log(`Picture: ${writeOut('recognize-speed.svg', drawLoad(title, points))}`);
}

/** Milliseconds within which a share of the answers came. */
function latency({ latencies }: Load, share: number): number | undefined {
  return latencies.toSorted((a, b) => a - b)[Math.floor(share * (latencies.length - 1))];
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
  const server = await BenchServer.start({ env });
  try {
    await use(server.url, server.pid);
  } finally {
    await server.stop();
  }
}
