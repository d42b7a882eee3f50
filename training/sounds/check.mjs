// node training/sounds/check.mjs
// How many of the benchmark's short words the shipped reader of sounds has right by itself, without any text.
import { digitNames } from '../../bench/dist/corpora/texts.js';
import { KokoroWords } from '../../bench/dist/short-words/kokoro-words.js';
import { spelledLetters } from '../../bench/dist/short-words/spelled-letters.js';
import { digitWords, letters, menu, spokenWords } from '../../bench/dist/short-words/words.js';
import { percent, table } from '../../bench/dist/table.js';
import { SoundReader } from '../../packages/inference/dist/sounds/sound-reader.js';
import { waysToSound } from '../../packages/inference/dist/sounds/ways-to-sound.js';
import { prepareSamples } from '../../packages/inference/dist/speech/prepare-samples.js';
import { SpeechModels } from '../../packages/inference/dist/speech/speech-models.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
await store.fetch(['silero-vad', 'moonshine-base']);
const model = await new SpeechModels(store).get('moonshine-base');
const reader = await SoundReader.load();

async function isRight({ word, samples }, words) {
  const { inner, frames } = await model.encode(prepareSamples(samples, [], model.edge).samples, {
    inner: true,
  });
  const reading = await reader.read(inner, frames);
  const scores = words.map((each) =>
    Math.max(...waysToSound(reader, each).map((way) => reading.logProbOf(way))),
  );
  return words[scores.indexOf(Math.max(...scores))] === word;
}

const kokoro = await KokoroWords.start(store);
const sets = [
  ['digits, people', await digitWords(300), digitNames],
  ['letters, people', await spelledLetters(store), letters],
  ['letters, Kokoro', await kokoro.words(letters, 8), letters],
  ['letters, espeak-ng', await spokenWords(letters, 4), letters],
  ['menu, espeak-ng', await spokenWords(menu, 10), menu],
];
await kokoro.stop();
const rows = [];
for (const [name, clips, words] of sets) {
  for (const half of ['tuning', 'check']) {
    const own = clips.filter((clip) => clip.half === half);
    let right = 0;
    for (const clip of own) if (await isRight(clip, words)) right += 1;
    rows.push([name, half, own.length, percent(right / own.length)]);
  }
}
console.log(table([['words', 'half', 'clips', 'right by sounds alone'], ...rows]));
process.exit(0);
