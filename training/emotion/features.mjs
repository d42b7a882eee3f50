// node training/emotion/features.mjs --out FOLDER [--clips N]
// What the product itself computes of every recording, under several conditions: FOLDER/features.f32 (rows of numbers)
// and FOLDER/features.tsv (what each row is of). A recording is cut into segments as the server does it.
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noises, samplesOf } from '../../bench/dist/corpora/samples.js';
import { hashOf } from '../../bench/dist/corpora/speakers.js';
import { conditions as lines } from '../../bench/dist/endpoint/conditions.js';
import { throughMp3 } from '../../bench/dist/recognize/conditions.js';
import { withNoise } from '../../bench/dist/word-times/join-cuts.js';
import { resample } from '../../packages/audio/dist/index.js';
import { emotionRecordings } from './recordings.mjs';
import { SegmentFeatures } from './segment-features.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' }, clips: { type: 'string' } } });
if (!values.out) throw new Error('--out FOLDER is missing');
/** Of everyday clips. */
const LONGEST = 5 * 16_000;
/** A recording without sound cannot be brought to a level. */
const SILENT = 1e-6;
const isLoud = (samples) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length > SILENT;
const loud = (await noises(() => true)).filter(isLoud);
const noisy = (samples, file) => {
  const decibels = 8 + (hashOf(`${file} decibels`) % 18);
  return withNoise(samples, loud[hashOf(`${file} noise`) % loud.length], decibels);
};
/** Faster and higher, or slower and lower: as other people would say it. */
const otherVoice = (samples, file) => {
  const slower = hashOf(`${file} speed`) % 2 === 0;
  const changed = slower ? resample(samples, 16_000, 17_500) : resample(samples, 17_500, 16_000);
  return hashOf(`${file} line of it`) % 2 === 0 ? lines['telephone, 8 kHz G.711'](changed) : changed;
};
const changes = {
  clean: (samples) => samples,
  'G.711': lines['telephone, 8 kHz G.711'],
  MP3: throughMp3,
  noise: noisy,
  soft: lines['soft, -40 dB'],
  voice: otherVoice,
};

/** Acted clips as they are, over the telephone, and under two others; of everyday ones half over the telephone. */
function conditionsOf({ corpus, file }) {
  const other = ['MP3', 'noise', 'soft'][hashOf(`${file} condition`) % 3];
  if (corpus === 'acted') return ['clean', 'G.711', other, 'voice'];
  return ['clean', hashOf(`${file} line`) % 2 === 0 ? 'G.711' : other];
}

mkdirSync(values.out, { recursive: true });
const numbers = createWriteStream(join(values.out, 'features.f32'));
const index = createWriteStream(join(values.out, 'features.tsv'));
index.write('corpus\tspeaker\tgender\tlanguage\temotion\tcondition\tspeech\tfile\n');
const features = await SegmentFeatures.load();
// By their hashes, so that a part of the rows is a fair sample of them all.
const all = emotionRecordings()
  .sort((a, b) => hashOf(a.file) - hashOf(b.file))
  .slice(0, values.clips && Number(values.clips));

async function usedSamples({ corpus, file }) {
  const samples = await samplesOf(file);
  return corpus === 'acted' ? samples : samples.subarray(0, LONGEST);
}

function write({ corpus, speaker, gender, language, emotion, file }, condition, found) {
  if (!found) return;
  numbers.write(Buffer.from(Float32Array.from(found.numbers).buffer));
  const cells = [corpus, speaker, gender, language, emotion, condition, found.speech.toFixed(2), file];
  index.write(`${cells.join('\t')}\n`);
}

for (const [n, recording] of all.entries()) {
  const samples = await usedSamples(recording);
  for (const condition of conditionsOf(recording)) {
    write(recording, condition, await features.of(await changes[condition](samples, recording.file)));
  }
  // What is left of it when less is said, of every second clip.
  if (recording.corpus === 'acted' && n % 2 === 0) {
    for (const seconds of [0.5, 1]) write(recording, `${seconds} s`, await features.of(samples, seconds));
  }
  if (n % 100 === 0) console.error(`${n} of ${all.length}`);
}
numbers.end();
index.end();
