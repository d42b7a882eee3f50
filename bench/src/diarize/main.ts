// npm run bench -- diarize [PART ...] [--each N]
// Who speaks when: errors in conversations that are put together from people that the network was not trained on, and in meetings;
// to whom words at turn changes go; what it costs beside recognition.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { InProcessEngine } from '../recognize/in-process.ts';
import { table } from '../table.ts';
import { type ConversationSet, conversationSets } from './assembled.ts';
import { InProcessDiarizer } from './in-process.ts';
import { meetings } from './meetings.ts';
import { heldOutPeople, type Person, RATE } from './people.ts';
import { progressBar } from './progress.ts';
import { errorHeading, errorRow, type Scored, scored, wilson } from './score.ts';
import { wordsAtChanges } from './words.ts';

const PARTS = ['assembled', 'meetings', 'words', 'cost'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { each: { type: 'string', default: '4' } },
});
for (const name of positionals) {
  if (!PARTS.includes(name)) throw new Error(`"${name}" is none of ${PARTS.join(', ')}`);
}
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
for (const corpus of ['speech-en', 'readers-en']) {
  const people = await heldOutPeople(corpus, settings.voiceActivityModel);
  if (people.length > 0) corpora.set(corpus, people);
}
if (corpora.size === 0) {
  console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
  process.exit(0);
}
const sets = conversationSets(corpora, Number(values.each));
const people = [...corpora].map(([corpus, all]) => `${all.length} of ${corpus}`).join(', ');

async function scoresOf({ name, conversations }: Pick<ConversationSet, 'name' | 'conversations'>) {
  const step = progressBar(name, conversations.length);
  const all: Scored[] = [];
  for (const conversation of conversations) {
    all.push(scored(conversation, (await diarizer.diarize(conversation.samples)).turns));
    step();
  }
  return all;
}

if (wanted('assembled') || wanted('meetings')) {
  const rows: (string | number)[][] = [];
  if (wanted('assembled')) {
    const [inTurns, overlapping]: [Scored[], Scored[]] = [[], []];
    for (const set of sets) {
      const all = await scoresOf(set);
      (set.overlap ? overlapping : inTurns).push(...all);
      rows.push(errorRow(set.name, all));
    }
    rows.push(errorRow('all in turns', inTurns), errorRow('all overlapping', overlapping));
    rows.push(errorRow('all', [...inTurns, ...overlapping]));
  }
  const conversations = wanted('meetings') ? await meetings() : [];
  if (conversations.length > 0)
    rows.push(errorRow('meetings', await scoresOf({ name: 'meetings', conversations })));
  console.log(
    `\nDiarization error with a collar of 0.25 s; people that the network was not trained on: ${people}`,
  );
  console.log(table([errorHeading, ...rows]));
}

if (wanted('words') || wanted('cost')) {
  const engine = await InProcessEngine.load(settings);
  const rows: (string | number)[][] = [];
  let seconds = 0;
  diarizer.spentMs = 0;
  for (const { name, conversations } of sets) {
    const step = progressBar(`words, ${name}`, conversations.length);
    const counts = { right: 0, all: 0, perfect: 0 };
    for (const conversation of conversations) {
      const { turns } = await diarizer.diarize(conversation.samples);
      const { right, all } = await wordsAtChanges(conversation, turns, engine);
      counts.right += right;
      counts.all += all;
      if (right >= 0.95 * all) counts.perfect += 1;
      seconds += conversation.samples.length / RATE;
      step();
    }
    const share = ((100 * counts.right) / counts.all).toFixed(1);
    const perfect = ((100 * counts.perfect) / conversations.length).toFixed(1);
    rows.push([name, counts.all, `${share} %`, wilson(counts.right, counts.all), `${perfect} %`]);
  }
  console.log('\nFirst and last words of turns that go to the right speaker');
  console.log(table([['conversations', 'words', 'right', '95 %', 'conversations with 95 % right'], ...rows]));
  const recognition = engine.spent['find-segments'] + engine.spent['recognize-segment'];
  const share = (ms: number) => `${(ms / seconds / 10).toFixed(2)} %`;
  console.log(
    `\nProcessor time for ${(seconds / 60).toFixed(0)} minutes of audio, as a share of its length, in one run`,
  );
  console.log(
    table([
      ['work', 'share of the audio', 'of recognition'],
      ['recognition', share(recognition), '100 %'],
      ['diarization', share(diarizer.spentMs), `${((100 * diarizer.spentMs) / recognition).toFixed(1)} %`],
    ]),
  );
}
