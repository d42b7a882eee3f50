// node training/traits/features.mjs FOLDER
// Embeds every recording as the engine does: FOLDER/CONDITION-SECONDS.f32 holds rows of 1,024 numbers (full speed, then
// slow), FOLDER/CONDITION-SECONDS.jsonl who speaks in each. What is already there is not made again. About 40 minutes.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplesOf } from '../../bench/dist/recognize/clip-sets.js';
import { hearVoice } from '../../packages/engine/dist/endpoint/hear-voice.js';
import { WINDOW_SECONDS } from '../../packages/engine/dist/endpoint/window-reading.js';
import { windowsOf } from '../../packages/engine/dist/endpoint/windows-of.js';
import { defaultModelsDir, ModelStore } from '../../packages/engine/dist/models/index.js';
import { joined } from '../../packages/engine/dist/speakers/heard-samples.js';
import { SpeakerModel } from '../../packages/engine/dist/speakers/speaker-model.js';
import { embedStretch } from '../../packages/engine/dist/speakers/traits/embed-segment.js';
import { SileroVad } from '../../packages/engine/dist/voice/silero.js';
import { speechSpans } from '../../packages/engine/dist/voice/speech-spans.js';
import { conditions } from './conditions.mjs';
import { recordings } from './recordings.mjs';

const RATE = 16_000;
/** Seconds of speech, by condition. */
const LENGTHS = { clean: [1, 3, 8], 'G.711': [1, 3, 8], other: [1, 3] };
/** Between single digits. */
const PAUSE = new Float32Array(0.2 * RATE);

export async function makeFeatures(folder) {
  mkdirSync(folder, { recursive: true });
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  const vad = await SileroVad.load(store.path('silero-vad', 'vad.onnx'));
  const model = await SpeakerModel.load(store.path('speaker-embedding', 'embedding.ort'));
  const changes = await conditions();
  for (const [condition, lengths] of Object.entries(LENGTHS)) {
    const missing = lengths.filter((length) => !existsSync(join(folder, `${condition}-${length}.jsonl`)));
    if (missing.length === 0) continue;
    const rows = new Map(missing.map((length) => [length, { values: [], speakers: [] }]));
    const all = recordings();
    for (const [n, { files, ...speaker }] of all.entries()) {
      if (n % 100 === 0) console.error(`${condition}: ${n} of ${all.length} recordings`);
      const samples = await changes[condition](await read(files), files[0]);
      const speech = await spansOf(samples, vad);
      for (const [length, { values, speakers }] of rows) {
        const voice = await embedStretch(samples, speech, length, 'both', model);
        if (!voice) continue;
        values.push(voice.full, voice.slow);
        speakers.push(JSON.stringify({ ...speaker, file: files[0], speech: Number(voice.speech.toFixed(3)) }));
      }
    }
    for (const [length, { values, speakers }] of rows) {
      const base = join(folder, `${condition}-${length}`);
      writeFileSync(`${base}.f32`, Buffer.from(joined(values).buffer));
      writeFileSync(`${base}.part`, `${speakers.join('\n')}\n`);
      renameSync(`${base}.part`, `${base}.jsonl`);
    }
  }
}

async function read(files) {
  const parts = [];
  for (const file of files) parts.push(await samplesOf(file), ...(files.length > 1 ? [PAUSE] : []));
  return joined(parts);
}

async function spansOf(samples, vad) {
  const probabilities = [];
  const windows = windowsOf(once(samples), 0);
  for await (const { reading } of hearVoice(windows, vad, async () => {})) probabilities.push(reading.probability);
  return speechSpans(probabilities, WINDOW_SECONDS, samples.length / RATE);
}

async function* once(samples) {
  yield samples;
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('node training/traits/features.mjs FOLDER');
  await makeFeatures(folder);
}
