// ENCODERS through the whole HTTP shell against a bare fastify route with the same bytes, in one run.
// Short rounds alternate between the two, so that a busy moment of the machine touches both; medians are
// compared. Processor time per request is printed beside the rate: it does not feel the load generator,
// which shares the machine's cores.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { table } from '../table.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SECONDS = 1;
const CONNECTIONS = 32;

interface Contender {
  readonly name: string;
  readonly server: Server;
  readonly headers: Record<string, string>;
  readonly rates: number[];
  readonly microseconds: number[];
}

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(name: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), {
    env: { ...process.env, ...env },
    // The log goes nowhere, but it is written: its cost is part of the figure.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [address] = (await once(child, 'message')) as [string];
  return { child, url: `${address}/rest/v2/encoders` };
}

async function processorTime({ child }: Server): Promise<number> {
  child.send('usage');
  const [usage] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return usage.user + usage.system;
}

async function round({ server, headers, rates, microseconds }: Contender, count: boolean): Promise<void> {
  const before = await processorTime(server);
  const { requests, non2xx, errors } = await autocannon({
    url: server.url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx + errors > 0) throw new Error(`${server.url}: ${non2xx} refused, ${errors} errors`);
  if (!count) return;
  rates.push(requests.total / SECONDS);
  microseconds.push(((await processorTime(server)) - before) / requests.total);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const ours = await start('ours');
const body = await (await fetch(ours.url)).text();
const bare = await start('bare', { BENCH_BODY: body });
const contender = (name: string, server: Server, headers = {}): Contender => ({
  name,
  server,
  headers,
  rates: [],
  microseconds: [],
});
const contenders = [
  contender('bare fastify route', bare),
  contender('ENCODERS', ours),
  contender('ENCODERS, bearer token', ours, { authorization: 'Bearer bench-token' }),
];
// The first two rounds warm all up.
for (let number = -1; number <= ROUNDS; number++) {
  for (const each of contenders) await round(each, number > 0);
  process.stderr.write(`\rround ${Math.max(number, 0)} of ${ROUNDS}`);
}
process.stderr.write('\r\x1b[K');
ours.child.kill();
bare.child.kill();

const base = contenders[0]!;
console.log(
  `${body.length} bytes an answer, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s\n`,
);
console.log(
  table([
    ['', 'requests/s', 'ratio', 'CPU µs/request', 'CPU ratio'],
    ...contenders.map(({ name, rates, microseconds }) => [
      name,
      Math.round(median(rates)),
      (median(rates) / median(base.rates)).toFixed(2),
      median(microseconds).toFixed(0),
      (median(base.microseconds) / median(microseconds)).toFixed(2),
    ]),
  ]),
);
