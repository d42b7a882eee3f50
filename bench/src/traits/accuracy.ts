import type { SegmentVoice } from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { type AgeEstimate, ageGroups, type GenderEstimate } from '@locutor/voices';
import { evenly } from '../corpora/recordings.ts';
import { conditions } from '../endpoint/conditions.ts';
import { table } from '../table.ts';
import { isHeldOut, type TraitRecording, traitRecordings, traitSamples } from './recordings.ts';
import { ServedVoices } from './voices.ts';

const LINES = { 'as recorded': 'as recorded', 'G.711': 'telephone, 8 kHz G.711' } as const;
type Line = keyof typeof LINES;
const ADULT = 17;

/** RECOGNIZE reads the voice from the encoder of the English model, and embeds it where another model recognises. */
const OPERATIONS = ['RECOGNIZE, English', 'RECOGNIZE, others', 'VERIFY'] as const;
type Operation = (typeof OPERATIONS)[number];

interface Judged extends TraitRecording {
  readonly line: Line;
  readonly operation: Operation;
  readonly gender_: GenderEstimate;
  readonly age_: AgeEstimate;
}

/** What the shipped heads make of people whom they were not fitted on, over the paths that serve them. */
export async function printAccuracy(most: number): Promise<void> {
  const all = traitRecordings().filter(isHeldOut);
  if (all.length === 0) {
    console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
    return;
  }
  const some = evenly(all, most);
  const judged = await judge(some);
  const people = new Set(some.map(({ corpus, speaker }) => `${corpus} ${speaker}`)).size;
  console.log(`${some.length} recordings of ${people} people of the held-out fifth of the speakers\n`);
  console.log('Gender of adults');
  console.log(table([GENDER_HEAD, ...cells(judged.filter(isAdult), genderRow)]));
  console.log('\nAge');
  console.log(
    table([
      AGE_HEAD,
      ...cells(
        judged.filter(({ age }) => age !== undefined),
        ageRow,
      ),
    ]),
  );
}

async function judge(recordings: readonly TraitRecording[]): Promise<Judged[]> {
  const voices = await ServedVoices.load(
    new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() }),
  );
  const judged: Judged[] = [];
  for (const [n, recording] of recordings.entries()) {
    if (n % 50 === 0) console.error(`${n} of ${recordings.length} recordings`);
    const clean = await traitSamples(recording);
    for (const line of Object.keys(LINES) as Line[]) {
      const samples = conditions[LINES[line]]!(clean);
      const found: Record<Operation, SegmentVoice[]> = {
        'RECOGNIZE, English': await voices.english(samples),
        'RECOGNIZE, others': await voices.others(samples),
        VERIFY: await voices.verify(samples),
      };
      for (const operation of OPERATIONS) {
        for (const voice of found[operation]) {
          const estimates = { gender_: voices.traits.gender(voice), age_: voices.traits.age(voice) };
          judged.push({ ...recording, line, operation, ...estimates });
        }
      }
    }
  }
  return judged;
}

/** Three labels of speech-en are wrong: see `training/traits`. */
const WRONG = new Set(['2380', '2430', '3023']);
const isAdult = ({ corpus, speaker, gender, age }: Judged) =>
  gender !== undefined && (age ?? ADULT) >= ADULT && !(corpus === 'speech-en' && WRONG.has(speaker));

const share = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);

function cells(judged: readonly Judged[], row: (some: readonly Judged[]) => (string | number)[]) {
  const rows: (string | number)[][] = [];
  for (const operation of OPERATIONS) {
    for (const line of Object.keys(LINES) as Line[]) {
      const some = judged.filter((each) => each.operation === operation && each.line === line);
      rows.push([operation, line, 'all', ...row(some)]);
      for (const corpus of new Set(some.map((each) => each.corpus))) {
        rows.push([operation, line, corpus, ...row(some.filter((each) => each.corpus === corpus))]);
      }
    }
  }
  return rows;
}

const GENDER_HEAD = ['operation', 'line', 'corpus', 'segments', 'right, all', 'UNKNOWN', 'right of answered'];

function genderRow(some: readonly Judged[]): (string | number)[] {
  const right = ({ gender, gender_ }: Judged) => gender_.female >= 0.5 === (gender === 'f');
  const answered = some.filter(({ gender_ }) => gender_.gender !== 'UNKNOWN');
  return [
    some.length,
    share(some.filter(right).length, some.length),
    share(some.length - answered.length, some.length),
    share(answered.filter(right).length, answered.length),
  ];
}

const AGE_HEAD = [
  'operation',
  'line',
  'corpus',
  'segments',
  'balanced',
  'within one',
  'mean error',
  'false CHILD',
  'recall CHILD/TEENAGER/YOUNG_ADULT/ADULT/SENIOR',
  'VERIFY says UNKNOWN',
];

const FROM = [0, 13, 20, 40, 60];
const groupOf = (age: number) => FROM.findLastIndex((from) => age >= from);

function ageRow(some: readonly Judged[]): (string | number)[] {
  const pairs = some.map(({ age, age_ }) => [groupOf(age!), ageGroups.indexOf(age_.group)] as const);
  const recalls = ageGroups.map((_, group) => {
    const own = pairs.filter(([wanted]) => wanted === group);
    return own.length === 0 ? undefined : own.filter(([, got]) => got === group).length / own.length;
  });
  const known = recalls.flatMap((recall) => recall ?? []);
  const adults = pairs.filter(([wanted]) => wanted >= 2);
  const error = some.reduce((sum, { age, age_ }) => sum + Math.abs(age! - age_.years), 0) / some.length;
  return [
    some.length,
    share(
      known.reduce((sum, recall) => sum + recall, 0),
      known.length,
    ),
    share(pairs.filter(([wanted, got]) => Math.abs(wanted - got) <= 1).length, pairs.length),
    `${error.toFixed(1)} years`,
    share(adults.filter(([, got]) => got === 0).length, adults.length),
    recalls.map((recall) => (recall === undefined ? '–' : Math.round(100 * recall))).join('/'),
    share(some.filter(({ age_ }) => !age_.certain).length, some.length),
  ];
}
