// npm run bench -- diarize [PART ...] [--each N] [--minutes N] [--people tuned|reported]
// Who speaks when: errors in conversations that are put together from people that the network was not trained on, and in meetings;
// to whom words at turn changes go; what a long audio costs; whether enrolled users are named rightly.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { conversationSets } from './assembled.ts';
import { printCost } from './cost.ts';
import { printErrors } from './errors.ts';
import { InProcessDiarizer } from './in-process.ts';
import { meetings } from './meetings.ts';
import { printNaming } from './naming.ts';
import { type Half, heldOutPeople, type Person } from './people.ts';
import { printWords } from './word-table.ts';

const PARTS = ['assembled', 'meetings', 'words', 'cost', 'naming'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '60' },
    people: { type: 'string', default: 'reported' },
  },
});
for (const name of positionals) {
  if (!PARTS.includes(name)) throw new Error(`"${name}" is none of ${PARTS.join(', ')}`);
}
const half: Half = values.people === 'tuned' ? 'tuned' : 'reported';
const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
await store.fetch(['silero-vad', 'speaker-embedding', 'moonshine-base']);
const settings = {
  voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
  speakerModel: store.path('speaker-embedding', 'embedding.ort'),
  modelsDir,
};
const diarizer = await InProcessDiarizer.load(settings);

const corpora = new Map<string, Person[]>();
for (const corpus of ['speech-en', 'readers-en'] as const) {
  const people = await heldOutPeople(corpus, half, settings.voiceActivityModel);
  if (people.length > 0) corpora.set(corpus, people);
}
if (corpora.size === 0) {
  console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
  process.exit(0);
}
const sets = conversationSets(corpora, half, Number(values.each));
const counts = [...corpora].map(([corpus, all]) => `${all.length} of ${corpus}`).join(', ');

if (wanted('assembled') || wanted('meetings')) {
  const recorded = wanted('meetings') ? await meetings() : [];
  const people = `${half} half of the people that the network was not trained on: ${counts}`;
  await printErrors(diarizer, wanted('assembled') ? sets : [], recorded, people);
}
if (wanted('words')) await printWords(diarizer, sets, settings);
if (wanted('cost')) await printCost(diarizer, sets, Number(values.minutes));
if (wanted('naming')) await printNaming(diarizer, corpora, store, Number(values.each));
