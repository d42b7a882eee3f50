// node training/emotion/check-short.mjs
// How short everyday speech comes out: single digits, of a corpus that the model knows nothing of.
import { readFileSync } from 'node:fs';
import { recordings } from '../../bench/dist/corpora/recordings.js';
import { samplesOf } from '../../bench/dist/corpora/samples.js';
import { ENCODER_SHA256 } from '../../packages/inference/dist/traits/emotion/emotion-encoder.js';
import { EmotionHead } from '../../packages/inference/dist/traits/emotion/emotion-head.js';
import { likeliest } from '../../packages/voices/dist/index.js';
import { SegmentFeatures } from './segment-features.mjs';

const model = new URL('../../packages/models/optional/emotion/emotion.bin', import.meta.url);
const head = EmotionHead.read(readFileSync(model), ENCODER_SHA256);
const features = await SegmentFeatures.load();
/** Numbers of a layer; the second of three layers is not read. */
const LAYER = 832;
const LONG = 9;
/** One in so many digits: some of every speaker. */
const EVERY = 6;

const neutral = { 'as served': 0, 'as if it were long': 0 };
let count = 0;
for (const [n, { file }] of recordings('digits-en').entries()) {
  if (n % EVERY > 0) continue;
  const found = await features.of(await samplesOf(file));
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
