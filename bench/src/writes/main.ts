// npm run bench -- writes CHECKOUT [--rounds 14]: how long cheap requests take while others are billed, each with a synced write.
// CHECKOUT is another one, built. Rounds alternate between both servers, so that a busy moment of the machine touches both.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchServer } from '../bench-server.ts';
import { interpretInline, live } from '../load/cheap-requests.ts';
import { holding, type RequestMaker } from '../load/load-request.ts';
import { send } from '../load/send.ts';
import { quantile } from '../statistics.ts';
import { table } from '../table.ts';

const ROUND_MS = 2500;
const WARM_UP = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '14' } },
});
const [checkout] = positionals;
if (checkout === undefined) throw new Error('name the other checkout: npm run bench -- writes CHECKOUT');

const billed: RequestMaker = () => ({
  kind: 'INTERPRET, billed',
  method: 'POST',
  path: '/asr/rest/v3/interpret?lm=builtin:grammar/boolean',
  headers: { 'content-type': 'text/plain', 'license-manager-accountTag': 'bench' },
  body: 'yes',
  check: holding<{ result_status: string }>(200, ({ result_status }) => result_status === 'RECOGNIZED'),
});
/** Two clients that are billed without a pause, and three others. */
const CLIENTS: readonly [RequestMaker, pauseMs: number][] = [
  [billed, 0],
  [billed, 0],
  [live, 10],
  [interpretInline, 10],
  [interpretInline, 10],
];

const env = { LOCUTOR_WORKERS: '1', LOCUTOR_LOG_LEVEL: 'error', LOCUTOR_ACCESS_LOG: 'false' };
const servers = [
  { name: 'before', server: await BenchServer.start({ env, root: resolve(checkout) }) },
  { name: 'after', server: await BenchServer.start({ env }) },
];
const times = new Map<string, number[]>();
let unique = 0;

function timesOf(key: string): number[] {
  const known = times.get(key) ?? [];
  times.set(key, known);
  return known;
}

async function round(name: string, { url, token }: BenchServer, counts: boolean): Promise<void> {
  const until = performance.now() + ROUND_MS;
  const client = async ([maker, pauseMs]: (typeof CLIENTS)[number]) => {
    while (performance.now() < until) {
      const outcome = await send(url, token, maker(unique), `writes-${unique++}`);
      if (outcome.verdict !== 'right') throw new Error(`${outcome.kind}: ${outcome.verdict} ${outcome.why}`);
      if (counts) timesOf(`${outcome.kind}\n${name}`).push(outcome.ms);
      await sleep(pauseMs);
    }
  };
  await Promise.all(CLIENTS.map(client));
}

try {
  for (let number = 0; number < Number(values.rounds) + WARM_UP; number++) {
    // Whoever comes first in a round comes second in the next.
    const order = number % 2 ? servers : [...servers].reverse();
    for (const { name, server } of order) await round(name, server, number >= WARM_UP);
  }
} finally {
  await Promise.all(servers.map(({ server }) => server.stop()));
}
const rows = [...times].sort(([a], [b]) => (a.split('\n')[0]! < b.split('\n')[0]! ? -1 : 1));
console.log(
  table([
    ['', 'server', 'requests', 'p50 ms', 'p95 ms', 'p99 ms'],
    ...rows.map(([key, found]) => [
      ...key.split('\n'),
      found.length,
      ...[0.5, 0.95, 0.99].map((share) => quantile(found, share).toFixed(1)),
    ]),
  ]),
);
