import { memoryTable } from './memory-report.ts';
import { broken, brokenLines, outcomeTable } from './report.ts';
import type { LoadOptions, LoadResult } from './run-load.ts';

/** Prints the tables of a run. Whether every promise was kept; latencies are shown and not judged. */
export function printLoad(result: LoadResult, { seconds, factor }: LoadOptions): boolean {
  const { engine, cheap, exitCode } = result;
  const all = [...engine, ...cheap];
  console.log(
    `${(seconds / 60).toFixed(1)} minutes at ${factor} × the capacity of ${result.capacity.toFixed(2)} requests/s, ` +
      `${all.length} requests\n` +
      `p99 of the delay of events: ${result.ownDelayMs.toFixed(0)} ms in the load generator, ${result.serverDelayMs.toFixed(0)} ms in the main process\n`,
  );
  console.log(outcomeTable('on engine processes', engine, ({ kind }) => kind));
  console.log(`\n${outcomeTable('in the main process', cheap, ({ kind }) => kind)}`);
  console.log(`\n${outcomeTable('client, engine work', engine, ({ client }) => client)}`);
  if (result.memory.length > 0) console.log(`\n${memoryTable(result.memory, seconds)}`);
  for (const line of brokenLines(all)) console.log(line);
  if (exitCode !== 0) console.log(`the server ended with ${exitCode}:\n${result.log.slice(-2000)}`);
  const kept = broken(all).length === 0 && exitCode === 0;
  console.log(
    kept ? '\nno answer was wrong, mixed up or lost' : `\n${broken(all).length} answers were wrong or lost`,
  );
  return kept;
}
