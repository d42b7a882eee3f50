// npm run bench -- grammar-recognition [PART ...] [--clips N] [--model NAME]
// Recognition bound by grammars: digit strings beside free recognition, what is refused, meanings, and the time it takes.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { clipSets } from '../recognize/clip-sets.ts';
import { type RecognizerName, recognizerNames } from '../word-times/engine-align.ts';
import { printDigits } from './digits.ts';
import { GrammarRecognizer } from './grammar-recognizer.ts';
import { printGarbage, printPortuguese } from './meanings.ts';
import { type Pair, recognizePairs } from './pairs.ts';
import { printRejection } from './rejection.ts';
import { printTime } from './time.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clips: { type: 'string', default: '20' },
    model: { type: 'string', default: 'moonshine-base' },
  },
});
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
const clips = Number(values.clips);
const model = values.model as RecognizerName;
if (!recognizerNames.includes(model)) throw new Error(`"${model}" is none of ${recognizerNames.join(', ')}`);
if (clipSets.every((set) => set.entries().length === 0)) {
  console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
  process.exit(0);
}
await store.fetch(['silero-vad', model]);
const recognizer = await GrammarRecognizer.load(store, modelsDir, model);
let recognized: Promise<Pair[]> | undefined;
function pairs(): Promise<Pair[]> {
  recognized ??= recognizePairs(recognizer, clips);
  return recognized;
}

const parts: Record<string, () => Promise<void>> = {
  digits: () => printDigits(recognizer, clips),
  rejection: async () => printRejection(model, await pairs()),
  time: async () => printTime(recognizer, await pairs()),
  portuguese: () => printPortuguese(store, modelsDir),
  garbage: () => printGarbage(recognizer),
};
for (const name of positionals) {
  if (!Object.hasOwn(parts, name)) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
}
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await part();
}
