import { table } from '../table.ts';
import type { Failure, Summary } from './summary.ts';

const MOST_FAILURES = 40;

/** Whether no case failed. */
export function printSummary(summary: Summary, others: readonly Failure[] = []): boolean {
  const { seed, from, to, seconds, kinds, statuses } = summary;
  const failures = [...others, ...summary.failures];
  const cases = to - from;
  const rate = seconds > 0 ? (cases / seconds).toFixed(0) : '-';
  console.log(`${cases} cases with seed ${seed} from ${from} in ${seconds.toFixed(0)} s, ${rate} a second\n`);
  const rows = Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(
    table([
      ['kind', 'cases', 'mean ms'],
      ...rows.map(([kind, each]) => [kind, each.cases, (each.ms / each.cases).toFixed(1)]),
    ]),
  );
  const answers = Object.entries(statuses).map(([status, count]) => [
    status === '0' ? 'none' : status,
    count,
  ]);
  console.log(`\n${table([['status', 'answers'], ...answers])}`);
  for (const { index, kind, problem, file } of failures.slice(0, MOST_FAILURES))
    console.log(`case ${index} (${kind}): ${problem}${file ? `, kept as ${file}` : ''}`);
  console.log(`\n${failures.length} cases failed`);
  return failures.length === 0;
}
