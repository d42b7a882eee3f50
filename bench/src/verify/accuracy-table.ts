import { table } from '../table.ts';
import { type Condition, conditions } from './accuracy-conditions.ts';
import type { EmbeddedRecording } from './accuracy-embed.ts';
import { errorInterval } from './accuracy-interval.ts';
import { equalErrorRate, ratesAt } from './accuracy-rates.ts';
import { isChild } from './accuracy-recordings.ts';
import { type Comparison, plainCosine, type Scores, type Setup, trials } from './accuracy-trials.ts';

/** What the scores were made to mean: see docs/accuracy.md. */
export const thresholds = { lenient: 0, usual: 0.2, strict: 0.4 } as const;

/** Six recordings a person: five and three apart take halves. */
const counts = [
  { enrolled: 1, tested: 1 },
  { enrolled: 3, tested: 1 },
  { enrolled: 5, tested: 1 },
  { enrolled: 3, tested: 3 },
  { enrolled: 5, tested: 3, ofHalves: true },
];

/** The same for both, then enrolled as recorded and tested otherwise. */
const pairs: readonly (readonly [Condition, Condition])[] = [
  ...conditions.map((condition) => [condition, condition] as const),
  ...conditions.slice(1).map((condition) => ['clean', condition] as const),
];

export const groups = { adults: (each: EmbeddedRecording) => !isChild(each), children: isChild };

export interface Row {
  readonly group: keyof typeof groups;
  readonly setup: Setup;
  readonly ours: Scores;
  readonly plain: Scores;
}

/** Every count and pair of conditions, and as recorded among people of one gender, who are harder to tell apart. */
const setups: readonly Setup[] = [
  ...pairs.flatMap(([enrolledAs, testedAs]) => counts.map((count) => ({ ...count, enrolledAs, testedAs }))),
  ...counts.map((count) => ({
    ...count,
    enrolledAs: 'clean' as const,
    testedAs: 'clean' as const,
    oneGender: true,
  })),
];

export function* rowsOf(embedded: readonly EmbeddedRecording[], comparison: Comparison): Generator<Row> {
  for (const group of Object.keys(groups) as (keyof typeof groups)[]) {
    const some = embedded.filter(groups[group]);
    for (const setup of setups) {
      yield { group, setup, ours: trials(some, setup, comparison), plain: trials(some, setup, plainCosine) };
    }
  }
}

export function printRows(rows: readonly Row[]): void {
  const at = Object.entries(thresholds);
  const head = ['who', 'enrolled → tested', 'clips', 'right', 'others', 'ours', '95 %', 'plain', 'change'];
  const cells = rows.map(({ group, setup, ours, plain }) => {
    const [mine, reference] = [equalErrorRate(ours), equalErrorRate(plain)];
    const lines =
      setup.enrolledAs === setup.testedAs ? setup.testedAs : `${setup.enrolledAs} → ${setup.testedAs}`;
    const name = setup.oneGender ? `${lines}, one gender` : lines;
    return [
      group,
      name,
      `${setup.enrolled}×${setup.tested}${setup.ofHalves ? ' halves' : ''}`,
      ours.targets.length,
      ours.impostors.length,
      percent(mine),
      errorInterval(ours).map(percent).join(' to '),
      percent(reference),
      `${Math.round(100 * (mine / reference - 1))} %`,
      ...at.flatMap(([, threshold]) => {
        const { falseAccepts, falseRejects } = ratesAt(ours, threshold);
        return [percent(falseAccepts), percent(falseRejects)];
      }),
    ];
  });
  console.log(table([[...head, ...at.flatMap(([, value]) => [`FA at ${value}`, 'FR'])], ...cells]));
  const worse = rows.filter(({ ours, plain }) => equalErrorRate(ours) >= equalErrorRate(plain));
  console.log(`Better than plain cosine in ${rows.length - worse.length} of ${rows.length} rows`);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.00995 ? 2 : 1)} %`;
}
