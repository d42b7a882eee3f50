// Packs every clip for train.py, natural or not by the same rules: 16 kHz, peak 0.6, from the first to the last window of
// speech, the middle 5.5 s.
//
// node training/spoofing/pack.mjs --generated FOLDER --out FOLDER
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeAudio, joinSamples } from '../../packages/audio/dist/index.js';
import { SileroVad } from '../../packages/inference/dist/vad/silero.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { speechWindows } from '../speech-windows.mjs';
import { clipsOf } from './clips.mjs';

const { values } = parseArgs({
  options: {
    generated: { type: 'string' },
    out: { type: 'string' },
  },
});
const { generated, out } = values;
if (!generated || !out) throw new Error('--generated and --out are needed');

const RATE = 16_000;
const WINDOW = 512;
const MOST = 5.5 * RATE;
const vad = await SileroVad.load(new ModelStore({ dir: defaultModelsDir() }).path('silero-vad', 'vad.onnx'));

async function samplesOf(files) {
  const parts = await Promise.all(files.map(async (file) => (await decodeAudio(readFileSync(file))).samples));
  const samples = joinSamples(parts).subarray(0, 14 * RATE);
  const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return samples.map((x) => (0.6 * x) / (peak || 1));
}

async function spokenPart(samples) {
  const voiced = (await speechWindows(samples, vad)).map(({ probability }) => probability >= 0.4);
  const [first, last] = [voiced.indexOf(true), voiced.lastIndexOf(true)];
  if (first < 0) return undefined;
  const part = samples.subarray(first * WINDOW, (last + 1) * WINDOW);
  const cut = Math.max(0, (part.length - MOST) >> 1);
  return { part: part.subarray(cut, cut + MOST), speech: (voiced.filter(Boolean).length * WINDOW) / RATE };
}

mkdirSync(out, { recursive: true });
const file = openSync(join(out, 'clips.i16'), 'w');
const packed = [];
let at = 0;
for (const { files, ...clip } of clipsOf(generated)) {
  const found = await spokenPart(await samplesOf(files));
  if (!found || found.part.length < RATE) continue;
  const pcm = Int16Array.from(found.part, (x) => Math.round(32_767 * x));
  writeSync(file, Buffer.from(pcm.buffer));
  packed.push({ file: files[0], ...clip, at, n: pcm.length, speech: found.speech });
  at += pcm.length;
}
closeSync(file);
writeFileSync(join(out, 'clips.json'), JSON.stringify(packed));
console.error(`${packed.length} clips, ${(at / RATE / 3600).toFixed(2)} hours`);
