// npm run bench -- fuzz [--cases 20000] [--seed 1] [--from 0] [--no-keep] [--summary FILE]: changed audio, grammars, forms, JSON,
// headers, queries and bytes against a real server. The same seed makes the same cases; --from N --cases 1 sends one again.
// With --summary, what came of them is kept in a file, and a run that was interrupted goes on where that ends.
// Floods of small valid messages follow (bench -- floods sends them alone).
// npm run bench -- fuzz --join FILE FILE …: several summaries of one seed as one.
import { parseArgs } from 'node:util';
import { printFloods } from '../floods/print-floods.ts';
import { printSummary } from './print-summary.ts';
import { FuzzRun } from './run-fuzz.ts';
import { joinSummaries, readSummary, type Summary, writeSummary } from './summary.ts';

const { values, positionals } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    keep: { type: 'boolean', default: true },
    summary: { type: 'string' },
    join: { type: 'boolean', default: false },
  },
  allowNegative: true,
  allowPositionals: true,
});

if (values.join) {
  const found = positionals.map((file) => {
    const summary = readSummary(file);
    if (!summary) throw new Error(`there is no summary ${file}`);
    return summary;
  });
  if (!printSummary(joinSummaries(found))) process.exitCode = 1;
} else await fuzz();

async function fuzz(): Promise<void> {
  const [seed, from, cases] = [values.seed, values.from, values.cases].map(Number) as [
    number,
    number,
    number,
  ];
  const before = values.summary === undefined ? undefined : readSummary(values.summary);
  if (before && (before.seed !== seed || before.from !== from)) {
    throw new Error(
      `${values.summary} is about seed ${before.seed} from ${before.from}; give it another name`,
    );
  }
  const joined = (summary: Summary) => (before ? joinSummaries([before, summary]) : summary);
  const next = before?.to ?? from;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const result = await new FuzzRun({
    seed,
    from: next,
    cases: Math.max(0, from + cases - next),
    keep: values.keep,
    signal: stop.signal,
    onSummary(summary, { megabytes }) {
      if (values.summary !== undefined) writeSummary(values.summary, joined(summary));
      const perSecond = (summary.to - summary.from) / summary.seconds;
      process.stderr.write(
        `\rup to ${summary.to}, ${perSecond.toFixed(0)} a second, ${megabytes.toFixed(0)} MB \x1b[K`,
      );
    },
  }).run();
  process.stderr.write('\r\x1b[K');
  console.log(
    `main process: ${result.firstMb.toFixed(0)} MB after the first cases, ${result.mostMb.toFixed(0)} MB at most\n`,
  );
  const good = printSummary(joined(result.summary), result.otherFailures);
  if (!good) console.log(result.log);
  if (!good || result.restarts > 0) process.exitCode = 1;
  if (stop.signal.aborted) return;
  console.log();
  if (!(await printFloods())) process.exitCode = 1;
}
