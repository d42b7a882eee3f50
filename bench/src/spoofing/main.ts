// npm run bench -- spoofing [--clips N]
// What VERIFY decides about natural speech, by the code that serves it: voice activity, utterances, detector, thresholds.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { detectorCard } from '@locutor/voices';
import { type Corpus, evenly, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { hashOf } from '../corpora/speakers.ts';
import { conditions } from '../endpoint/conditions.ts';
import { shareInterval } from '../statistics.ts';
import { percent, table } from '../table.ts';
import { Embedder } from '../verify/accuracy-embed.ts';
import { judgeSpoofing } from './server-judge.ts';

const LINES = { 'as recorded': 'as recorded', 'G.711': 'telephone, 8 kHz G.711' } as const;

/** Whether the detector was trained on these people: training/spoofing takes 760 people of Common Voice by hash. */
const TRAINED_VOLUNTEERS = 760;
const sets: Readonly<Record<string, () => Recording[]>> = {
  'common-voice, other people': untrainedVolunteers,
  'readers-en': () => recordings('readers-en'),
  'speech-en': () => ofCorpus('speech-en'),
  'alphanumeric-en': () => recordings('alphanumeric-en'),
};

const { values } = parseArgs({ options: { clips: { type: 'string', default: '100' } } });
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const embedder = await Embedder.load(store);
const plan = { enabled: true, ...detectorCard() };

const rows: (string | number)[][] = [];
for (const [name, all] of Object.entries(sets)) {
  const clips = evenly(all(), Number(values.clips));
  for (const [line, condition] of Object.entries(LINES)) {
    if (clips.length > 0) rows.push([name, line, ...(await decisions(clips, condition))]);
  }
}
if (rows.length === 0)
  console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
else {
  const head = ['natural speech', 'line', 'clips', 'decided', 'rejected', '95 %', 'accepted'];
  console.log('\nNatural speech as VERIFY decides about it; clips with too little speech are not decided');
  console.log(table([head, ...rows]));
}

async function decisions(clips: readonly Recording[], condition: string): Promise<(string | number)[]> {
  const found = { detected: 0, none: 0, unknown: 0 };
  let decided = 0;
  for (const { file } of clips) {
    const samples = await conditions[condition]!(await samplesOf(file));
    const utterances = await embedder.spoofing(samples);
    const speech = utterances.reduce((sum, each) => sum + (each.spoofing ? each.speech : 0), 0);
    if (speech < plan.minSpeechSeconds) continue;
    decided += 1;
    found[judgeSpoofing(utterances, plan).fraud] += 1;
  }
  const [low, high] = shareInterval(found.detected, Math.max(1, decided));
  return [
    clips.length,
    decided,
    percent(found.detected / Math.max(1, decided)),
    `${percent(low)} to ${percent(high)}`,
    percent(found.none / Math.max(1, decided)),
  ];
}

function ofCorpus(corpus: Corpus): Recording[] {
  return recordings(corpus).filter(({ file }) => !file.includes('jfk'));
}

/** One clip of each, in the order in which training/spoofing picks people. */
function untrainedVolunteers(): Recording[] {
  const name = ({ file }: Recording) => file.slice('common-voice/'.length);
  const people = new Map<string, Recording>();
  for (const each of recordings('common-voice').sort((a, b) => hashOf(name(a)) - hashOf(name(b)))) {
    if (!people.has(each.speaker)) people.set(each.speaker, each);
  }
  return [...people.values()].slice(TRAINED_VOLUNTEERS);
}
