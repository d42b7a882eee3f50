import type { ModelStore } from '@locutor/models';
import { VoiceScorer } from '@locutor/voices';
import { percent, table } from '../table.ts';
import { Embedder } from '../verify/accuracy-embed.ts';
import { assemble } from './assemble.ts';
import { speakerMapping } from './error-rate.ts';
import type { InProcessDiarizer } from './in-process.ts';
import type { Person } from './people.ts';
import { progressBar } from './progress.ts';
import { wilson } from './score.ts';
import { bestPairs } from './server-speakers.ts';

/** Utterances that a person is enrolled with; the others are said in conversations. */
const ENROLLED = 3;
const LEAST_SAID = 2;
const SPEAKERS = [2, 3, 4, 5, 6];
const SECONDS = 60;
const THRESHOLDS = [0, 0.2, 0.3, 0.4, 0.5, 0.6];

type Pairs = Parameters<typeof bestPairs>[0];

/** Of one conversation: every found speaker with every user, and who the speakers are. */
interface Compared {
  pairs: Pairs;
  truth: Map<number, string>;
  present: string[];
}

/** Prints how many speakers get their own name and how many another's, with everybody of a corpus on the list. */
export async function printNaming(
  diarizer: InProcessDiarizer,
  corpora: ReadonlyMap<string, readonly Person[]>,
  store: ModelStore,
  each: number,
): Promise<void> {
  const enough = ({ utterances }: Person) => utterances.length >= ENROLLED + LEAST_SAID;
  const people = [...corpora.values()].flat().filter(enough);
  const scorer = VoiceScorer.load();
  const voiceprints = await enrolled(people, store, scorer);
  const talkers = people.map(({ name, utterances }) => ({ name, utterances: utterances.slice(ENROLLED) }));
  const step = progressBar('naming', SPEAKERS.length * each);
  const all: Compared[] = [];
  for (const speakers of SPEAKERS) {
    for (let n = 0; n < each; n++) {
      const options = { seed: 7000 + 100 * speakers + n, speakers, overlap: false, seconds: SECONDS };
      const { samples, turns: truth } = assemble(talkers, options);
      const { turns, voices } = await diarizer.diarize(samples, true);
      const pairs = voices.flatMap((voice, speaker) => {
        if (!voice) return [];
        const probe = scorer.probe([voice]);
        return [...voiceprints].map(([userId, print]) => ({
          speaker,
          userId,
          score: scorer.score(probe, print),
        }));
      });
      const real = speakerMapping(truth, turns) as Map<number, string>;
      all.push({ pairs, truth: real, present: [...new Set(truth.map(({ speaker }) => String(speaker)))] });
      step();
    }
  }
  console.log(
    `\nSpeakers of ${all.length} conversations named after ${people.length} enrolled users, by the least score`,
  );
  console.log(table([HEADING, ...THRESHOLDS.map((least) => rowOf(all, least))]));
}

const HEADING = [
  'score',
  'people',
  'named rightly',
  '95 %',
  'named wrongly',
  'named, of those not on the list',
  '95 %',
];

function rowOf(all: readonly Compared[], least: number): (string | number)[] {
  let [people, right, wrong, absent, strangers] = [0, 0, 0, 0, 0];
  for (const { pairs, truth, present } of all) {
    people += present.length;
    for (const [speaker, userId] of bestPairs(pairs, least)) {
      if (truth.get(speaker) === userId) right += 1;
      else wrong += 1;
    }
    // The same conversation, with only users on the list who do not speak in it.
    const others = pairs.filter(({ userId }) => !present.includes(userId));
    strangers += new Set(others.map(({ speaker }) => speaker)).size;
    absent += bestPairs(others, least).size;
  }
  return [
    least.toFixed(1),
    people,
    percent(right / people),
    wilson(right, people),
    percent(wrong / people),
    percent(absent / strangers),
    wilson(absent, strangers),
  ];
}

async function enrolled(
  people: readonly Person[],
  store: ModelStore,
  scorer: VoiceScorer,
): Promise<Map<string, Uint8Array>> {
  const embedder = await Embedder.load(store);
  const voiceprints = new Map<string, Uint8Array>();
  for (const { name, utterances } of people) {
    const spoken = [];
    for (const { samples } of utterances.slice(0, ENROLLED)) {
      spoken.push(...(await embedder.embed(samples)).utterances);
    }
    voiceprints.set(name, scorer.voiceprint(spoken));
  }
  return voiceprints;
}
