// INTERPRET over HTTP against a real running server: latency one at a time, throughput with several clients, and how
// long the main thread was ever held up while hostile grammars were thrown at it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../table.ts';
import { hostileGrammars } from './hostile.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const WARM_UP = 1000;
const ONE_BY_ONE = 2000;
const SECONDS = 5;

const cases: [string, string, string][] = [
  ['menu (small command grammar)', 'file:menu-en.jsgf', 'talk to an agent please'],
  ['pizza order (slots as JSON)', 'file:pizza-en.abnf', 'two large pepperoni pizzas please'],
  ['builtin boolean', 'builtin:grammar/boolean', 'yes please'],
  ['builtin date', 'builtin:grammar/date', 'the thirteenth of january twenty twenty six'],
  ['free speech', 'builtin:slm/general', 'anything at all'],
];

const folder = mkdtempSync(join(tmpdir(), 'locutor-bench-'));
const server = spawn(process.execPath, [join(ROOT, 'packages/server/bin/locutor.mjs')], {
  env: {
    ...process.env,
    LOCUTOR_PORT: '0',
    LOCUTOR_WORKERS: '1',
    LOCUTOR_DATA_DIR: folder,
    LOCUTOR_GRAMMARS_DIR: join(ROOT, 'grammars'),
  },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const url = await new Promise<string>((resolve, reject) => {
  let printed = '';
  server.stdout.on('data', (text) => {
    printed += text;
    const address = /serves at (\S+)[\s\S]*ready/.exec(printed)?.[1];
    if (address) resolve(address);
  });
  server.once('exit', () => reject(new Error(`the server did not start:\n${printed}`)));
});

// The platform's fetch takes longer than the server does; a plain client on kept connections measures the server.
const agent = new Agent({ keepAlive: true });

function interpret(lm: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = `${url}/asr/rest/v3/interpret?lm=${encodeURIComponent(lm)}`;
    const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) };
    const sent = request(path, { method: 'POST', agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve(/"result_status":"(\w+)"/.exec(body)?.[1] ?? body));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

async function latency(lm: string, text: string): Promise<number[]> {
  for (let i = 0; i < WARM_UP; i++) await interpret(lm, text);
  const times: number[] = [];
  for (let i = 0; i < ONE_BY_ONE; i++) {
    const start = performance.now();
    await interpret(lm, text);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

async function throughput(lm: string, text: string, clients: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let answered = 0;
  const client = async () => {
    while (performance.now() < end) {
      await interpret(lm, text);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answered / SECONDS;
}

const rows: (string | number)[][] = [
  ['grammar', 'status', 'p50 ms', 'p95 ms', 'max ms', 'requests/s, 16 clients'],
];
for (const [name, lm, text] of cases) {
  const times = await latency(lm, text);
  const rate = await throughput(lm, text, 16);
  rows.push([
    name,
    await interpret(lm, text),
    percentile(times, 0.5).toFixed(2),
    percentile(times, 0.95).toFixed(2),
    times.at(-1)!.toFixed(1),
    Math.round(rate),
  ]);
}
console.log(
  `INTERPRET over HTTP, ${ONE_BY_ONE} requests one by one, then 16 clients for ${SECONDS} s (client on the same machine)\n`,
);
console.log(table(rows));

async function sendInline(grammar: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('lm', new Blob([grammar]));
  form.append('text', text);
  const answer = await fetch(`${url}/asr/rest/v3/interpret`, { method: 'POST', body: form });
  const body = (await answer.json()) as { result_status?: string; code?: string };
  return body.result_status ?? body.code!;
}

/** The longest the main thread was ever held up since the server started, in milliseconds. */
async function longestBlock(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)![1]) * 1000;
}

await longestBlock();
const hostile: (string | number)[][] = [['hostile grammar', 'answer', 'ms', 'main thread held up, ms']];
for (const { name, grammar, text } of hostileGrammars) {
  await longestBlock();
  const start = performance.now();
  const outcome = await sendInline(grammar, text);
  hostile.push([name, outcome, Math.round(performance.now() - start), (await longestBlock()).toFixed(1)]);
}
console.log(`\nHostile grammars sent inline\n`);
console.log(table(hostile));

server.kill();
await once(server, 'exit');
rmSync(folder, { recursive: true });
