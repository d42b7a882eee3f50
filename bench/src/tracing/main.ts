// npm run bench -- tracing [--rounds 9]: what the code of the traces costs. First a server without that code and one with it,
// which traces nothing; then one that traces nothing and one that sends every span to a collector. Processor time, in turns.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { comparePairs } from '../compare/compare-pairs.ts';
import { operations } from '../compare/operations.ts';
import { table } from '../table.ts';
import { SpeedServer } from '../verify/speed-server.ts';
import { callCost } from './call-cost.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
const OFF = { LOCUTOR_TRACE_ENDPOINT: '', OTEL_SDK_DISABLED: 'true' };

async function compare(title: string, names: [string, string], envs: [NodeJS.ProcessEnv, NodeJS.ProcessEnv]) {
  const servers = [await SpeedServer.start(envs[0]), await SpeedServer.start(envs[1])] as const;
  try {
    const rows = await comparePairs(servers, rounds, operations);
    process.stderr.write('\n');
    const heading = names.map((name) => `${name}, CPU ms`);
    console.log(
      `\n${title}\n${table([['operation', 'requests', ...heading, 'ratio', 'of rounds'], ...rows])}`,
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const { alone, traced } = await callCost();
console.log(
  `A step: ${alone.toFixed(0)} ns of processor time alone, ${traced.toFixed(0)} ns with traces that are off`,
);

const without = { ...OFF, NODE_OPTIONS: `--import=${new URL('./without-tracing.js', import.meta.url).href}` };
await compare('Traces off:', ['no such code', 'off'], [without, OFF]);

const collector = createServer((request, response) => request.resume().on('end', () => response.end()));
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { port } = collector.address() as AddressInfo;
const on = { LOCUTOR_TRACE_ENDPOINT: `http://127.0.0.1:${port}/v1/traces` };
await compare('Every request traced:', ['off', 'on'], [OFF, on]);
collector.close();
