// node bench/dist/profile/main.js [--models DIR] [--clips N]
// Where the time of one English RECOGNIZE request goes. Linux only: it reads processor times of other processes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodeAudio } from '@locutor/audio';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { evenly, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { processorMs } from '../graphs/sessions.ts';
import { wav } from '../recognize/wav.ts';
import { percent, table } from '../table.ts';
import { profileEngine } from './engine-profile.ts';
import { profileHttp } from './http-profile.ts';

const { values } = parseArgs({
  options: { models: { type: 'string' }, clips: { type: 'string', default: '20' } },
});
const dir = values.models ?? process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
process.env.LOCUTOR_MODELS_DIR = dir;
const store = new ModelStore({ dir });

const clips = await speech(Number(values.clips));
const seconds = clips.reduce((sum, clip) => sum + clip.length / 16_000, 0);
const bodies = clips.map(wav);
const http = await profileHttp(bodies);
const { untimed, timed } = await profileEngine(
  { voiceActivityModel: store.path('silero-vad', 'vad.onnx'), modelsDir: dir, preload: ['moonshine-base'] },
  bodies,
);
let decoding = -processorMs();
for (const body of bodies) await decodeAudio(body);
decoding += processorMs();

const inModels = untimed.parts.reduce((sum, { ms }) => sum + ms, 0);
const rows = [
  { part: 'decode audio', ms: decoding },
  ...untimed.parts,
  { part: 'beam search, texts, everything else', ms: untimed.jobs - decoding - inModels },
  { part: 'word times (alignment)', ms: timed.jobs - untimed.jobs },
  { part: 'transport: pipe to the engine process', ms: timed.process - timed.jobs },
  { part: 'transport: HTTP and the main process', ms: http.main },
];
const total = timed.process + http.main;
const each = (ms: number) => (ms / clips.length).toFixed(1);
console.log(
  `${clips.length} requests of ${(seconds / clips.length).toFixed(1)} s, one client, one engine process`,
);
console.log(
  table([
    ['part', 'ms', 'share', 'runs'],
    ...rows.map((row) => [
      row.part,
      each(row.ms),
      percent(row.ms / total),
      'runs' in row ? each(row.runs as number) : '',
    ]),
    ['all, processor time', each(total), percent(1), ''],
    ['until the answer', each(http.wallMs), '', ''],
  ]),
);
console.log(`${(http.wallMs / 1000 / seconds).toFixed(3)} × real time`);

/** Read speech of many speakers, or the fixture where there are no recordings. */
async function speech(count: number): Promise<Float32Array[]> {
  const some = evenly(recordings('readers-en'), count);
  if (some.length > 0) return Promise.all(some.map(({ file }) => samplesOf(file)));
  const file = fileURLToPath(new URL('../../../test/fixtures/sentence.flac', import.meta.url));
  const { samples } = await decodeAudio(readFileSync(file));
  return Array.from({ length: count }, () => samples);
}
