// Reading, compiling and matching grammars: `node bench/dist/grammar/main.js [part of a name]`.
// Times are wall-clock milliseconds in this process; the last table is a match on a worker thread and back, which is
// how the server matches.
import { compileGrammar, GrammarPool } from '@locutor/grammar';
import { table } from '../table.ts';
import { type Sample, samples } from './samples.ts';

const wanted = process.argv[2] ?? '';
const chosen = samples.filter(({ name }) => name.includes(wanted));

const milliseconds = (value: number) => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1);
const now = () => performance.now();

function quantiles(times: number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.95, 1].map((part) =>
    milliseconds(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!),
  );
}

async function time(rounds: number, texts: readonly string[], match: (text: string) => Promise<unknown>) {
  const times: number[] = [];
  // A tenth to warm up: the compiler needs some rounds before its code is what a server runs.
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    const text = texts[Math.abs(round) % texts.length]!;
    const start = now();
    await match(text);
    if (round >= 0) times.push(now() - start);
  }
  return times;
}

async function measure(sample: Sample): Promise<string[]> {
  const start = now();
  const document = sample.read();
  const read = now();
  const grammar = await compileGrammar(document);
  const compiled = now();
  for (const text of sample.texts)
    if (grammar.accepts(text) !== sample.accepts)
      throw new Error(`${sample.name}: unexpected result for "${text}"`);
  const times = await time(sample.rounds, sample.texts, (text) => grammar.match(text));
  return [sample.name, milliseconds(read - start), milliseconds(compiled - read), ...quantiles(times)];
}

const rows: string[][] = [['in process, ms', 'read', 'compile', 'match p50', 'p95', 'max']];
for (const sample of chosen) rows.push(await measure(sample));
console.log(table(rows));

const pool = new GrammarPool();
const pooled: string[][] = [['on a thread, ms', 'match p50', 'p95', 'max']];
for (const sample of chosen) {
  await pool.compile(sample.name, sample.read());
  const rounds = Math.min(sample.rounds, 3000);
  const times = await time(rounds, sample.texts, (text) => pool.match(sample.name, text));
  pooled.push([sample.name, ...quantiles(times)]);
}
await pool.close();
console.log(`\n${table(pooled)}`);
