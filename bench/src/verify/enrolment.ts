import { defaultModelsDir, ModelStore } from '@locutor/models';
import { type Agreement, agrees, LEAST_AGREEMENT, VoiceScorer } from '@locutor/voices';
import { table } from '../table.ts';
import type { Condition } from './accuracy-conditions.ts';
import { type EmbeddedRecording, Embedder } from './accuracy-embed.ts';
import { embeddedOrKept } from './accuracy-embedding-file.ts';
import { recordings } from './accuracy-recordings.ts';
import { groups, percent } from './accuracy-table.ts';
import { type Enrolments, enrolments } from './enrolment-sets.ts';

const LINES: readonly Condition[] = ['clean', 'G.711'];
const COUNTS = [2, 3, 4, 5];

interface Row extends Enrolments {
  readonly group: string;
  readonly line: Condition;
  readonly count: number;
}

/** How many enrolments of one person the default floor refuses, and how many of two people. */
export async function printEnrolment(keptIn: string | undefined): Promise<void> {
  const people = recordings().filter(({ half }) => half === 'test');
  if (people.length === 0) {
    console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
    return;
  }
  const embedded = await embeddedOrKept(keptIn, async function* () {
    const embedder = await Embedder.load(
      new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() }),
    );
    yield* embedder.embedAll(people, () => LINES.map((condition) => ({ condition })));
  });
  const rows = [...rowsOf(embedded.filter(({ part }) => part === 'whole'))];
  console.log(`Enrolments below ${LEAST_AGREEMENT}, the default of min_enrollment_score\n`);
  printRows(rows);
  printFloors(rows);
}

function* rowsOf(embedded: readonly EmbeddedRecording[]): Generator<Row> {
  const scorer = VoiceScorer.load();
  for (const [group, isIn] of Object.entries(groups)) {
    for (const line of LINES) {
      const some = embedded.filter((each) => isIn(each) && each.condition === line);
      for (const count of COUNTS) yield { group, line, count, ...enrolments(some, count, scorer) };
    }
  }
}

const refused = (some: readonly Agreement[]) => some.filter((each) => !agrees(each)).length / some.length;
/** What is left to the floor: nothing is refused for too little speech. */
const below = (some: readonly Agreement[], floor: number) =>
  some.filter((each) => each.score < floor && !agrees({ ...each, score: -1 })).length / some.length;

function printRows(rows: readonly Row[]): void {
  const head = [
    'who',
    'line',
    'clips',
    'one person',
    'refused',
    'two people',
    'refused',
    'one clip of another',
  ];
  const cells = rows.map(({ group, line, count, one, two, stray }) => [
    group,
    line,
    count,
    one.length,
    percent(refused(one)),
    two.length,
    percent(refused(two)),
    percent(refused(stray)),
  ]);
  console.log(table([head, ...cells]));
}

/** The choice: what other floors would do, over all rows. */
function printFloors(rows: readonly Row[]): void {
  const all = (key: keyof Enrolments) => rows.flatMap((row) => row[key]);
  const [one, two, stray] = [all('one'), all('two'), all('stray')];
  const floors = [-0.6, -0.55, -0.5, -0.45, -0.4, -0.3, -0.2, -0.1, 0];
  const cells = [...new Set([...floors, LEAST_AGREEMENT])]
    .sort((a, b) => a - b)
    .map((floor) => [floor, ...[one, two, stray].map((scores) => percent(below(scores, floor)))]);
  console.log(
    `\nOf all ${one.length} enrolments of one person and ${two.length} of two, refused at other floors`,
  );
  console.log(table([['floor', 'one person', 'two people', 'one clip of another'], ...cells]));
}
