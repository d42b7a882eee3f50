// npm run bench -- endpoint [--clips N]: what the endpointer misses of speech, and what it mistakes for speech.
import { parseArgs } from 'node:util';
import { defaultEndpointer } from '@locutor/contract';
import { createEnginePool } from '@locutor/engine';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { type Corpus, evenly, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { table } from '../table.ts';
import { conditions } from './conditions.ts';
import { lostShare } from './measure.ts';

const { values } = parseArgs({ options: { clips: { type: 'string', default: '80' } } });
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
await store.fetch(['silero-vad']);
const pool = createEnginePool({
  processes: 1,
  settings: { voiceActivityModel: store.path('silero-vad', 'vad.onnx') },
});
await pool.start();

const CORPORA: readonly Corpus[] = [
  'speech-en',
  'digits-en',
  'readers-en',
  'alphanumeric-en',
  'speech-pt',
  'noise',
];
const rows: (string | number)[][] = [];
let audioSeconds = 0;
let spentMs = 0;
for (const set of CORPORA) {
  const files = evenly(recordings(set), Number(values.clips));
  if (files.length === 0) console.log(`${set}: its recordings are not on this machine, left out`);
  for (const [condition, apply] of Object.entries(files.length > 0 ? conditions : {})) {
    let without = 0;
    let segments = 0;
    let lost = 0;
    for (const { file } of files) {
      const clean = await samplesOf(file);
      const found: { start: number; end: number }[] = [];
      const input = {
        audio: { samples: apply(clean) },
        endpointer: defaultEndpointer,
        firstOnly: false,
      };
      const start = performance.now();
      await pool.run('find-segments', input, {
        onPartial: ({ audioStart, samples }) =>
          found.push({ start: audioStart, end: audioStart + samples.length / 16_000 }),
      });
      spentMs += performance.now() - start;
      audioSeconds += clean.length / 16_000;
      if (found.length === 0) without += 1;
      segments += found.length;
      lost += lostShare(clean, found);
    }
    rows.push([
      set,
      condition,
      files.length,
      set === 'noise' ? files.length - without : without,
      (segments / files.length).toFixed(2),
      set === 'noise' ? '-' : `${((100 * lost) / files.length).toFixed(2)} %`,
    ]);
  }
}
await pool.drain({ timeoutMs: 0 });
console.log('\nClips of speech in which none was found; of noise, in which some was found:');
console.log(
  table([['set', 'condition', 'clips', 'wrong', 'segments a clip', 'loud audio in no segment'], ...rows]),
);
console.log(`\n${(audioSeconds / (spentMs / 1000)).toFixed(0)} times real time, one process`);
