// Packs single-speaker recordings for train.py: samples in frames of 20 ms and the speech probability of every window.
//
// node training/diarization/pack.mjs [--data ../shared/data] --out FOLDER

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodeAudio } from '../../packages/audio/dist/index.js';
import { SileroVad } from '../../packages/inference/dist/vad/silero.js';
import { detectSpeechActivity } from '../../packages/inference/dist/vad/speech-activity.js';
import { windowsOf } from '../../packages/inference/dist/vad/windows-of.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { writeNpy } from '../npy.mjs';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' }, out: { type: 'string' } },
});
if (!values.out) throw new Error('--out FOLDER is missing');

const FRAME = 320;
const PEAK = 20_000;
const NOISE = 80_000;

const voice = await SileroVad.load(
  new ModelStore({ dir: defaultModelsDir() }).path('silero-vad', 'vad.onnx'),
);

function rows(index) {
  return readFileSync(join(values.data, index), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

const sets = {
  readers: rows('readers-en/index.tsv').map(([file, id]) => [`readers-en/${file}`, `readers-en ${id}`]),
  speech: rows('speech-en/index.tsv')
    .filter(([file]) => !file.startsWith('jfk'))
    .map(([file, id]) => [`speech-en/${file}`, `speech-en ${id}`]),
  alpha: rows('alphanumeric-en-index.tsv').map(([file, id]) => [file, `alphanumeric-en ${id}`]),
  home: onePerPerson(
    rows('common-voice/index.tsv').map(([file, , id]) => [`common-voice/${file}`, `common-voice ${id}`]),
  ),
};

function onePerPerson(clips) {
  return [...new Map(clips.toReversed().map((clip) => [clip[1], clip])).values()].toReversed();
}

async function samplesOf(file) {
  return (await decodeAudio(readFileSync(join(values.data, file)))).samples;
}

async function* once(samples) {
  yield samples;
}

async function speechProbabilities(samples) {
  const found = [];
  for await (const { reading } of detectSpeechActivity(windowsOf(once(samples), 0), voice, async () => {})) {
    found.push(Math.round(reading.probability * 99));
  }
  return found;
}

mkdirSync(values.out, { recursive: true });
for (const [name, clips] of Object.entries(sets)) {
  const parts = [];
  const packed = [];
  let at = 0;
  for (const [file, speaker] of clips) {
    const samples = await samplesOf(file);
    const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const frames = new Int16Array(Math.ceil(samples.length / FRAME) * FRAME);
    for (const [n, x] of samples.entries()) frames[n] = Math.round((x / peak) * PEAK);
    packed.push({ file, speaker, at, n: frames.length, p: await speechProbabilities(samples) });
    parts.push(frames);
    at += frames.length;
  }
  writeNpy(join(values.out, `${name}.npy`), parts, FRAME);
  writeFileSync(join(values.out, `${name}.json`), JSON.stringify(packed));
  console.error(`${name}: ${clips.length} clips, ${Math.round(at / 16_000)} s`);
}

// Meetings, with the turns that people have marked.
const turns = readFileSync(join(values.data, 'conversations/turns.rttm'), 'utf8').trim().split('\n');
const meetings = [];
const sounds = [];
for (const name of new Set(turns.map((line) => line.split(/\s+/)[1]))) {
  const samples = await samplesOf(`conversations/${name}.flac`);
  const own = turns.map((line) => line.split(/\s+/)).filter((fields) => fields[1] === name);
  const speakers = [...new Set(own.map((fields) => fields[7]))];
  const at = sounds.reduce((sum, sound) => sum + sound.length, 0);
  const pcm = new Int16Array(Math.ceil(samples.length / FRAME) * FRAME);
  for (const [n, x] of samples.entries()) pcm[n] = Math.round(x * 32_767);
  sounds.push(pcm);
  meetings.push({
    name,
    at,
    n: pcm.length,
    speakers,
    turns: own.map(([, , , start, seconds, , , who]) => [
      Number(start),
      Number(start) + Number(seconds),
      speakers.indexOf(who),
    ]),
  });
}
writeNpy(join(values.out, 'meetings.npy'), sounds, FRAME);
writeFileSync(join(values.out, 'meetings.json'), JSON.stringify(meetings));

// The other half of the noises is for tests.
const isTest = (file) =>
  createHash('sha256').update(`locutor-speakers:${file}`).digest().readUInt32BE(0) % 2 === 1;
const noises = [];
for (const file of readdirSync(join(values.data, 'noise')).sort()) {
  if (!file.endsWith('.flac') || isTest(file)) continue;
  const samples = await samplesOf(join('noise', file));
  const pcm = Int16Array.from({ length: NOISE }, (_, n) => Math.round(32_767 * samples[n % samples.length]));
  if (pcm.reduce((sum, x) => sum + x * x, 0) / NOISE >= 10) noises.push(pcm);
}
writeNpy(join(values.out, 'noise.npy'), noises, NOISE);
