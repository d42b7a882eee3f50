// npm run bench -- short-words [PART ...] [--clips N]
// Words that fill their clip, by grammars; speech found over telephone lines; and words written over noises.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { printActivity } from './activity.ts';
import { printCuts } from './cuts.ts';
import { SileroVad } from './engine-listen.ts';
import { KokoroWords } from './kokoro-words.ts';
import { printMenus } from './menus.ts';
import { noiseClips, printNoises } from './noises.ts';
import { BenchRecognizer } from './recognizer.ts';
import { spelledLetters } from './spelled-letters.ts';
import { printWords, printYesNo } from './word-table.ts';
import { digitWords } from './words.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clips: { type: 'string', default: '300' } },
});
const clips = Number(values.clips);
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
if ((await digitWords(1)).length === 0 || (await noiseClips()).length === 0) {
  console.log('There are no recordings of digits and noises in ../shared/data: nothing can be measured.');
  process.exit(0);
}
await store.fetch(['silero-vad', 'moonshine-base']);
const recognizer = await BenchRecognizer.load(store);

const parts: Record<string, () => Promise<void>> = {
  words: async () => {
    const kokoro = await KokoroWords.start(store);
    const spelled = await spelledLetters(store);
    await printWords(recognizer, { kokoro, spelled }, clips).finally(() => kokoro.stop());
  },
  cuts: async () => {
    const kokoro = await KokoroWords.start(store);
    const spelled = await spelledLetters(store);
    await store.fetch(['whisper-small']);
    const whisper = await BenchRecognizer.load(store, 'whisper-small');
    await printCuts({ recognizer, whisper }, { kokoro, spelled }, clips).finally(() => kokoro.stop());
  },
  menus: async () => {
    const kokoro = await KokoroWords.start(store);
    await printMenus(recognizer, kokoro, clips).finally(() => kokoro.stop());
  },
  'yes-no': () => printYesNo(recognizer, clips),
  noises: () => printNoises(recognizer),
  activity: async () => printActivity(await SileroVad.load(store.path('silero-vad', 'vad.onnx')), clips),
};
for (const name of positionals) {
  if (!Object.hasOwn(parts, name)) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
}
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await part();
}
