import { quantile } from '../statistics.ts';
import { table } from '../table.ts';
import type { ClientOutcome } from './stream.ts';

const SHOWN = 10;

/** Answers that break a promise: what must be an empty list. */
export function broken(outcomes: readonly ClientOutcome[]): ClientOutcome[] {
  return outcomes.filter(({ verdict }) => verdict === 'wrong' || verdict === 'lost');
}

/** A row for each value that `by` gives, in the order they first come. */
export function outcomeTable(
  title: string,
  outcomes: readonly ClientOutcome[],
  by: (outcome: ClientOutcome) => string,
): string {
  const names = [...new Set(outcomes.map(by))];
  const rows = names.map((name) => {
    const all = outcomes.filter((outcome) => by(outcome) === name);
    const count = (verdict: ClientOutcome['verdict']) =>
      all.filter((outcome) => outcome.verdict === verdict).length;
    const times = all.filter(({ verdict }) => verdict === 'right').map(({ ms }) => ms);
    const shares = [0.5, 0.95, 0.99].map((part) =>
      times.length > 0 ? quantile(times, part).toFixed(0) : '–',
    );
    return [name, all.length, count('right'), count('refused'), count('wrong') + count('lost'), ...shares];
  });
  const heading = [title, 'sent', 'right', '503', 'wrong', 'p50 ms', 'p95 ms', 'p99 ms'];
  return table([heading, ...rows]);
}

export function brokenLines(outcomes: readonly ClientOutcome[]): string[] {
  const all = broken(outcomes);
  const lines = all.slice(0, SHOWN).map(({ kind, verdict, why }) => `${verdict}: ${kind}: ${why}`);
  return all.length > SHOWN ? [...lines, `and ${all.length - SHOWN} more`] : lines;
}
