// node training/traits/features.mjs embeddings | states FOLDER [CONDITION]
// Turns every recording into numbers as the engine does: FOLDER/CONDITION-SECONDS.f32 holds a row for each,
// FOLDER/CONDITION-SECONDS.jsonl who speaks in it. What is already there is not made again. Embeddings take two hours on
// one core, states half an hour.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../bench/dist/corpora/speakers.js';
import { traitRecordings, traitSamples } from '../../bench/dist/traits/recordings.js';
import { joinSamples } from '../../packages/audio/dist/index.js';
import { WINDOW_SECONDS } from '../../packages/contract/dist/endpointing/window-reading.js';
import { SileroVad } from '../../packages/inference/dist/vad/silero.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { speechWindows } from '../speech-windows.mjs';
import { conditions } from './conditions.mjs';
import { embeddingRows } from './embedding-rows.mjs';
import { stateRows } from './state-rows.mjs';

/** Seconds of speech, and of how many recordings one is used: the third condition is there to make heads robust. */
const KINDS = {
  embeddings: {
    rows: embeddingRows,
    wanted: {
      clean: { lengths: [8, 3, 2, 1], oneOf: 1 },
      'G.711': { lengths: [8, 3, 1], oneOf: 1 },
      other: { lengths: [3, 1], oneOf: 3 },
    },
  },
  states: {
    rows: stateRows,
    wanted: {
      clean: { lengths: [3, 1], oneOf: 1 },
      'G.711': { lengths: [3, 1], oneOf: 1 },
      other: { lengths: [3, 1], oneOf: 3 },
    },
  },
};
/** A window this probable has speech. */
const VOICED = 0.4;
/** Windows with speech under which a recording is left out. */
const FEWEST = 8;
/** Windows kept on either side: a quarter of a second. */
const AROUND = 8;

export async function makeFeatures(kind, folder, conditionNames = Object.keys(KINDS[kind].wanted)) {
  mkdirSync(folder, { recursive: true });
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  const vad = await SileroVad.load(store.path('silero-vad', 'vad.onnx'));
  const rowOf = await KINDS[kind].rows(store);
  const changes = await conditions();
  for (const condition of conditionNames) {
    const { lengths, oneOf } = KINDS[kind].wanted[condition];
    const missing = lengths.filter((length) => !existsSync(join(folder, `${condition}-${length}.jsonl`)));
    if (missing.length === 0) continue;
    const rows = new Map(missing.map((length) => [length, { values: [], speakers: [] }]));
    const all = traitRecordings().filter((_, n) => n % oneOf === 0);
    for (const [n, recording] of all.entries()) {
      const { files, ...speaker } = recording;
      if (n % 100 === 0) console.error(`${condition}: ${n} of ${all.length} recordings`);
      const samples = await changes[condition](await traitSamples(recording), files[0]);
      const windows = await speechWindows(samples, vad);
      for (const [length, { values, speakers }] of rows) {
        const stretch = stretchOf(windows, length, files[0]);
        if (!stretch) continue;
        values.push(...(await rowOf(stretch.sound)));
        speakers.push(JSON.stringify({ ...speaker, file: files[0], speech: stretch.speech }));
      }
    }
    for (const [length, { values, speakers }] of rows) {
      const base = join(folder, `${condition}-${length}`);
      writeFileSync(`${base}.f32`, Buffer.from(joinSamples(values).buffer));
      writeFileSync(`${base}.part`, `${speakers.join('\n')}\n`);
      renameSync(`${base}.part`, `${base}.jsonl`);
    }
  }
}

/** A stretch with so many seconds of speech, from a place that the name decides; all where there is less. */
function stretchOf(windows, seconds, name) {
  const voiced = windows.flatMap(({ probability }, at) => (probability >= VOICED ? [at] : []));
  if (voiced.length < FEWEST) return undefined;
  const most = Math.round(seconds / WINDOW_SECONDS);
  const spare = Math.max(0, voiced.length - most);
  const first = spare === 0 ? 0 : hashOf(`${name} ${seconds}`) % (spare + 1);
  const count = Math.min(voiced.length - first, most);
  const [from, to] = [voiced[first], voiced[first + count - 1] + 1];
  const sound = windows.slice(Math.max(0, from - AROUND), to + AROUND).map(({ samples }) => samples);
  return { sound, speech: count * WINDOW_SECONDS };
}

if (process.argv[1] === import.meta.filename) {
  const [kind, folder, condition] = process.argv.slice(2);
  if (!KINDS[kind] || !folder)
    throw new Error('node training/traits/features.mjs embeddings | states FOLDER');
  await makeFeatures(kind, folder, condition && [condition]);
}
