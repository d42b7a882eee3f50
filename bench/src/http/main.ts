// ENCODERS through the whole HTTP shell against a bare fastify route with the same bytes, in one run.
// Short rounds alternate between the two, so that a busy moment of the machine touches both; medians are
// compared. Processor time per request is printed beside the rate: it does not feel the load generator,
// which shares the machine's cores.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from '../statistics.ts';
import { table } from '../table.ts';

const LAUNCHES = Number(process.argv[2] ?? 7);
const WARM_UP = 3;
const ROUNDS = 3;
const SECONDS = 1;
const CONNECTIONS = 32;

interface Contender {
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

/** Takes every batch of spans and throws it away. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
const BENCH_COLLECTOR = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;

const names = ['bare fastify route', 'ENCODERS', 'ENCODERS, bearer token', 'ENCODERS, traced'];
const measured = names.map(() => ({ rates: [] as number[], microseconds: [] as number[] }));
let bytes = 0;
// The same program differs by a tenth from one process to the next, so both are started several times.
for (let launch = 1; launch <= LAUNCHES; launch++) {
  const ours = await start('ours');
  const body = await (await fetch(ours.url)).text();
  bytes = body.length;
  const bare = await start('bare', { BENCH_BODY: body });
  const traced = await start('ours', { BENCH_COLLECTOR });
  const contenders = [
    { server: bare, headers: {}, ...measured[0]! },
    { server: ours, headers: {}, ...measured[1]! },
    { server: ours, headers: { authorization: 'Bearer bench-token' }, ...measured[2]! },
    { server: traced, headers: {}, ...measured[3]! },
  ];
  // A process is at full speed after some seconds only.
  for (let number = 1; number <= WARM_UP + ROUNDS; number++) {
    for (const each of contenders) await round(each, number > WARM_UP);
  }
  process.stderr.write(`\rlaunch ${launch} of ${LAUNCHES}`);
  ours.child.kill();
  bare.child.kill();
  traced.child.kill();
}
collector.close();
process.stderr.write('\r\x1b[K');

const base = measured[0]!;
console.log(
  `${bytes} bytes an answer, ${CONNECTIONS} connections, median of ${LAUNCHES} launches with ${ROUNDS} rounds of ${SECONDS} s each\n`,
);
console.log(
  table([
    ['', 'requests/s', 'ratio', 'CPU µs/request', 'CPU ratio'],
    ...measured.map(({ rates, microseconds }, index) => [
      names[index]!,
      Math.round(median(rates)),
      (median(rates) / median(base.rates)).toFixed(2),
      median(microseconds).toFixed(0),
      (median(base.microseconds) / median(microseconds)).toFixed(2),
    ]),
  ]),
);
