// node training/emotion/check-short.mjs [--data FOLDER]
// How short everyday speech comes out: single digits, of a corpus that the model knows nothing of.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodeAudio } from '../../packages/audio/dist/index.js';
import { likeliest } from '../../packages/engine/dist/index.js';
import { ENCODER_SHA256 } from '../../packages/engine/dist/speakers/traits/emotion/emotion-encoder.js';
import { EmotionHead } from '../../packages/engine/dist/speakers/traits/emotion/emotion-head.js';
import { SegmentFeatures } from './segment-features.mjs';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const data = values.data ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const model = new URL('../../packages/models/optional/emotion/emotion.bin', import.meta.url);
const head = EmotionHead.read(readFileSync(model), ENCODER_SHA256);
const features = await SegmentFeatures.load();
/** Numbers of a layer; the second of three layers is not read. */
const LAYER = 832;
const LONG = 9;
/** One in so many digits: some of every speaker. */
const EVERY = 6;

const lines = readFileSync(join(data, 'digits-en/index.tsv'), 'utf8').trim().split('\n').slice(1);
const neutral = { 'as served': 0, 'as if it were long': 0 };
let count = 0;
for (const [n, line] of lines.entries()) {
  if (n % EVERY > 0) continue;
  const { samples } = await decodeAudio(readFileSync(join(data, 'digits-en', line.split('\t')[0])));
  const found = await features.of(samples);
  if (!found) continue;
  const pooled = Float64Array.from([
    ...found.numbers.slice(0, LAYER),
    ...found.numbers.slice(2 * LAYER, 3 * LAYER),
  ]);
  count += 1;
  for (const [name, seconds] of [
    ['as served', found.speech],
    ['as if it were long', LONG],
  ]) {
    if (['neutral', 'calm'].includes(likeliest(head.scores(pooled, seconds)))) neutral[name] += 1;
  }
}
console.log(`${count} digits, neutral or calm:`, neutral);
