// Packs speech with its sounds for train.py: recordings of people, and what generate.mjs has said.
//
// node training/sounds/pack.mjs --generated FOLDER --out FOLDER
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { recordings } from '../../bench/dist/corpora/recordings.js';
import { samplesOf } from '../../bench/dist/corpora/samples.js';
import { hashOf, isHeldOut } from '../../bench/dist/corpora/speakers.js';
import { InProcessEngine, requestFor } from '../../bench/dist/recognize/in-process.js';
import { spelledLetters } from '../../bench/dist/short-words/spelled-letters.js';
import { menu } from '../../bench/dist/short-words/words.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { soundsOf, waysToSay } from '../../packages/pronounce/dist/index.js';
import { writeInnerEncoder } from '../inner-encoder.mjs';

const { values } = parseArgs({ options: { generated: { type: 'string' }, out: { type: 'string' } } });
if (!values.generated || !values.out) throw new Error('--generated and --out are needed');

const RATE = 16_000;
const LONGEST = 24 * RATE;
const SHORTEST = 0.12 * RATE;
const LAYERS = [3, 5];
const LONGEST_WORD = 12;
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const engine = await InProcessEngine.load({
  voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
  modelsDir: store.dir,
});

mkdirSync(values.out, { recursive: true });
const file = openSync(join(values.out, 'clips.i16'), 'w');
const clips = [];
let at = 0;
function keep(clip, samples) {
  const pcm = Int16Array.from(samples, (x) => Math.round(32_767 * Math.max(-1, Math.min(1, x))));
  writeSync(file, Buffer.from(pcm.buffer));
  clips.push({ ...clip, at, n: pcm.length });
  at += pcm.length;
}

const spelled = (words) => words.map((word) => waysToSay(word, 'en')[0]).join('');
const lettersOf = (text) => [...text.toLowerCase().replace(/[^a-z]/g, '')];
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The words that the product finds, with their times in seconds. */
async function wordsIn(samples) {
  const segments = await engine.recognizer.recognize(requestFor({ samples }, 'moonshine-base'), {
    signal: new AbortController().signal,
  });
  return segments.flatMap(({ alternatives }) => alternatives[0]?.words ?? []);
}

async function addRecordings(corpus, soundsIn, speakerOf = ({ speaker }) => speaker) {
  let number = 0;
  for (const each of recordings(corpus)) {
    const samples = await samplesOf(each.file);
    if (samples.length > LONGEST) continue;
    const speaker = speakerOf(each);
    const held = isHeldOut(speaker);
    const found = await soundsIn(each, samples, held);
    if (!found?.sounds) continue;
    const start = at;
    keep({ corpus, speaker, held, text: each.text, sounds: found.sounds }, samples);
    for (const { text, from, to, sounds } of found.parts ?? []) {
      const first = Math.max(0, Math.round(from * RATE));
      const n = Math.min(samples.length, Math.round(to * RATE)) - first;
      if (n > SHORTEST)
        clips.push({ corpus: 'cut', speaker, held, text, sounds, alone: true, at: start + first, n });
    }
    number += 1;
  }
  console.error(`${corpus}: ${number} clips, ${clips.length} in all`);
}

const saidIn = (text) => soundsOf(text.replace(/[^\p{L}\p{N}' ,.?!-]/gu, ' '), 'en');
const EDGE = 0.03;
/**
 * Words, and two words together, of those that the product hears as they are written: cut out, they are short clips of
 * people.
 */
function cutWords(words, isRight) {
  return words.flatMap((word, n) => {
    const next = words[n + 1];
    const isPair = next && n % 4 === 0 && next.start - word.end < 0.1;
    const own = isPair ? [word, next] : [word];
    if (!own.every(isRight)) return [];
    const text = own.map((each) => each.text).join(' ');
    return [{ text, from: word.start - EDGE, to: own.at(-1).end + EDGE, sounds: soundsOf(text, 'en') }];
  });
}
async function readAloud({ text }, samples, held) {
  const sounds = saidIn(text);
  if (held) return { sounds };
  const written = new Set(text.toLowerCase().match(/[\p{L}']+/gu));
  const words = await wordsIn(samples);
  return { sounds, parts: cutWords(words, (word) => word.score > 0.6 && written.has(word.text)) };
}
await addRecordings('digits-en', ({ text }) => ({ sounds: saidIn(text) }));
await addRecordings('speech-en', readAloud);
await addRecordings(
  'common-voice',
  (each, ...others) => each.language === 'en' && readAloud(each, ...others),
  ({ speaker }) => `cv${speaker}`,
);
// Nobody wrote down what was read: what the product writes has 8 % word errors on speech of that kind.
await addRecordings('readers-en', async (_, samples) => {
  const words = await wordsIn(samples);
  return {
    sounds: saidIn(words.map(({ text }) => text).join(' ')),
    parts: cutWords(words, ({ score }) => score > 0.8),
  };
});
// Spelled names and telephone numbers, where the product hears what the index says or all of it but a word.
await addRecordings('alphanumeric-en', async ({ kind, text }, samples) => {
  if (kind === 'Addresses') return undefined;
  const wanted = kind === 'Names' ? lettersOf(text) : [...text].map((digit) => DIGITS[digit]);
  const heard = await wordsIn(samples);
  const wrong =
    wanted.filter((word, n) => heard[n]?.text !== word).length + Math.max(0, heard.length - wanted.length);
  return wrong <= 1 && { sounds: spelled(wanted) };
});
// Of those the letters alone, as the benchmark cuts them, where a speaker is none that it checks with.
for (const { word, half, whole: samples } of await spelledLetters(store)) {
  const sounds = waysToSay(word, 'en')[0];
  if (half === 'tuning') keep({ corpus: 'letters', held: false, text: word, sounds, alone: true }, samples);
}

for (const name of readdirSync(values.generated).filter((each) => each.endsWith('.jsonl'))) {
  const samples = readFileSync(join(values.generated, name.replace('jsonl', 'i16')));
  for (const line of readFileSync(join(values.generated, name), 'utf8').trim().split('\n')) {
    const { voice, text, at: from, n } = JSON.parse(line);
    if (2 * (from + n) > samples.length) continue;
    const part = Float32Array.from({ length: n }, (_, k) => samples.readInt16LE(2 * (from + k)) / 32_768);
    const isRow = /(^| )[A-Z]( |$)/.test(text);
    const sounds = isRow ? spelled(text.split(' ')) : soundsOf(text, 'en');
    keep(
      { corpus: 'synthetic', speaker: voice, held: false, text, sounds, alone: !text.includes(' ') },
      part,
    );
  }
}
closeSync(file);
writeFileSync(join(values.out, 'clips.json'), JSON.stringify(clips));
// Names of letters and digits, by which rows are cut, and words that others are told from: all that is read aloud, and one
// in three of the dictionary.
const names = Object.fromEntries(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', ...DIGITS].map((name) => [name, waysToSay(name.toLowerCase(), 'en')[0]]),
);
const readWords = [...recordings('speech-en'), ...recordings('common-voice')]
  .filter(({ language }) => language === '' || language === 'en')
  .flatMap(({ text }) => text.toLowerCase().match(/[a-z']+/g) ?? []);
const someWords = Object.keys(dictionary).filter(
  (word) => /^[a-z]{2,10}$/.test(word) && hashOf(word) % 3 === 0,
);
const lexicon = [...new Set([...readWords, ...someWords])]
  .filter((word) => word.length > 1 && !menu.includes(word))
  .flatMap((word) => waysToSay(word, 'en').slice(0, 1))
  .filter(({ length }) => length <= LONGEST_WORD);
writeFileSync(join(values.out, 'words.json'), JSON.stringify({ names, lexicon }));
writeInnerEncoder(store.path('moonshine-base', 'encoder.onnx'), LAYERS, join(values.out, 'encoder.onnx'));
console.error(`${clips.length} clips, ${(at / RATE / 3600).toFixed(2)} hours`);
process.exit(0);
