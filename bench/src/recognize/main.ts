// npm run bench -- recognize [PART ...] [--clips N] [--model NAME]
// Accuracy, speed and scores of recognition, beside a plain greedy loop over the published graphs in the same run.
import { parseArgs } from 'node:util';
import { joinSamples } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { type RecognizerName, recognizerNames } from '../word-times/engine-align.ts';
import { type RecognizedClip, recognizeSets } from './accuracy.ts';
import { printAccuracy, printLosses, writeTexts } from './accuracy-table.ts';
import { printBoundaries } from './boundaries.ts';
import { printCalibration } from './calibration.ts';
import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import { printConditions } from './conditions.ts';
import { printEndToEnd } from './end-to-end.ts';
import { printHints } from './hints.ts';
import { printHttp } from './http-load.ts';
import { printMemory } from './memory.ts';
import { printNoise } from './noise.ts';
import { Pair } from './pair.ts';
import { printPortuguese } from './portuguese.ts';
import { printLanguages, printOtherOpinions, printSecondOpinion } from './second-opinion.ts';
import { printSteps } from './steps.ts';
import { printSameTexts, printThroughput } from './throughput.ts';
import { printWhisperSpeed } from './whisper-speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clips: { type: 'string', default: '40' },
    model: { type: 'string' },
  },
});
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
const clips = Number(values.clips);
const model = (values.model ?? 'moonshine-base') as RecognizerName;
if (!recognizerNames.includes(model)) throw new Error(`"${model}" is none of ${recognizerNames.join(', ')}`);
await store.fetch(['silero-vad', model]);
const settings = { voiceActivityModel: store.path('silero-vad', 'vad.onnx'), modelsDir };

let pair: Promise<Pair> | undefined;
let recognized: Promise<RecognizedClip[]> | undefined;
function loadPair(): Promise<Pair> {
  pair ??= Pair.load(store, modelsDir, model);
  return pair;
}
function recognizeAll(): Promise<RecognizedClip[]> {
  recognized ??= loadPair().then((each) => recognizeSets(each, clips));
  return recognized;
}

/** A part of the clips is enough where no errors are counted. */
const some = (share: number) => Math.max(2, Math.ceil(clips / share));
const adults = clipSets.find(({ name }) => name === 'read, adults')!;
const longest = clipSets.find(({ name }) => name === 'long, 20 s')!;
const speech = async () => joinSamples((await clipsOf(longest, 2)).map(({ samples }) => samples));
const load = (): Promise<Clip[]> => clipsOf(adults, Math.max(16, some(1)));

const parts: Record<string, () => Promise<void>> = {
  async accuracy() {
    const all = await recognizeAll();
    printAccuracy(model, all);
    printLosses(all, 12);
    writeTexts(model, all);
    await printSameTexts(
      settings,
      model,
      all.filter((_, at) => at % 5 === 0),
    );
  },
  conditions: async () => printConditions(await loadPair(), some(4)),
  hints: () => printHints(store, modelsDir, clips),
  noise: () => printNoise(store, modelsDir, clips),
  'second-opinion': () => printSecondOpinion(store, modelsDir, clips),
  'other-opinions': () => printOtherOpinions(store, modelsDir, clips),
  languages: () => printLanguages(store, modelsDir, some(2)),
  portuguese: () => printPortuguese(store, modelsDir),
  boundaries: async () => printBoundaries(await loadPair(), some(4)),
  async speed() {
    await printSteps(await loadPair(), store, await speech());
    await printEndToEnd(await loadPair(), some(4));
    await printWhisperSpeed(store, modelsDir, await speech());
  },
  memory: async () => printMemory(settings, model, await speech()),
  throughput: async () => printThroughput(settings, model, await load()),
  http: async () => printHttp(model, await load()),
  calibration: async () => printCalibration(await loadPair(), await recognizeAll()),
};

if (clipSets.every((set) => set.entries().length === 0)) {
  console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
  process.exit(0);
}
for (const name of positionals) {
  if (!Object.hasOwn(parts, name)) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
}
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await part();
}
