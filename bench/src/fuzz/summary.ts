import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Failure {
  readonly index: number;
  readonly kind: string;
  readonly problem: string;
  readonly file?: string | undefined;
}

/** What came of the cases from one number up to another of a seed. */
export interface Summary {
  readonly seed: number;
  readonly from: number;
  /** The first that is not in it. */
  readonly to: number;
  readonly seconds: number;
  readonly kinds: Readonly<Record<string, { readonly cases: number; readonly ms: number }>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
}

/** Several runs as one: of one seed, neither with gaps nor twice the same cases. */
export function joinSummaries(all: readonly Summary[]): Summary {
  const sorted = [...all].sort((a, b) => a.from - b.from);
  const [first, ...others] = sorted;
  if (first === undefined) throw new Error('there is no summary to join');
  return others.reduce(joinTwo, first);
}

function joinTwo(one: Summary, two: Summary): Summary {
  if (two.seed !== one.seed) throw new Error(`the seeds ${one.seed} and ${two.seed} are different cases`);
  if (two.from !== one.to) throw new Error(`cases ${one.to} and ${two.from} do not follow each other`);
  return {
    seed: one.seed,
    from: one.from,
    to: two.to,
    seconds: one.seconds + two.seconds,
    kinds: added(one.kinds, two.kinds, (a, b) => ({ cases: a.cases + b.cases, ms: a.ms + b.ms })),
    statuses: added(one.statuses, two.statuses, (a, b) => a + b),
    failures: [...one.failures, ...two.failures],
  };
}

function added<T>(
  one: Readonly<Record<string, T>>,
  two: Readonly<Record<string, T>>,
  add: (a: T, b: T) => T,
): Record<string, T> {
  const sum = { ...one };
  for (const [name, value] of Object.entries(two)) {
    const before = sum[name];
    sum[name] = before === undefined ? value : add(before, value);
  }
  return sum;
}

export function readSummary(file: string): Summary | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Summary) : undefined;
}

/** Whole or not at all: a run may be ended at any moment. */
export function writeSummary(file: string, summary: Summary): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(summary, null, 1)}\n`);
  renameSync(`${file}.new`, file);
}
