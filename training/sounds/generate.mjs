// Words, letters and rows of them as the product's own synthesis says them, for pack.mjs.
//
// node training/sounds/generate.mjs --out FOLDER [--part N --parts N] [--first N]
// node training/sounds/generate.mjs --out FOLDER --flite
//
// The second form takes the voices of flite (a Debian package, no dependency of the product); espeak-ng is left to the
// benchmarks. Only voices of the half that the benchmarks tune on, and mixtures of two of them; no word of the benchmark's
// menu: bench short-words stays a measure. Lines come in a random order, so that any number of them is a fair choice:
// --first says how many.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { recordings } from '../../bench/dist/corpora/recordings.js';
import { hashOf, isHeldOut } from '../../bench/dist/corpora/speakers.js';
import { randomNumbers } from '../../bench/dist/random.js';
import { menu } from '../../bench/dist/short-words/words.js';
import { decodeAudio, joinSamples, resample } from '../../packages/audio/dist/index.js';
import { voices } from '../../packages/contract/dist/index.js';
import { silenceBefore, speechEnd } from '../../packages/inference/dist/synthesis/edges.js';
import { Kokoro } from '../../packages/inference/dist/synthesis/kokoro.js';
import { keptAfter } from '../../packages/inference/dist/synthesis/phrase-signs.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { pronounceSsml } from '../../packages/pronounce/dist/index.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    part: { type: 'string', default: '0' },
    parts: { type: 'string', default: '1' },
    first: { type: 'string', default: 'Infinity' },
    flite: { type: 'boolean', default: false },
  },
});
if (!values.out) throw new Error('--out is needed');
const [part, parts, first] = [Number(values.part), Number(values.parts), Number(values.first)];

const RATE = 16_000;
const KOKORO_RATE = 24_000;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');
const EVERYWHERE = [...DIGITS, ...'yes no oh ten hundred thousand'.split(' ')];
const MIXTURES = 48;
/** How often one voice says what. */
const ENGLISH = { letters: 3, everywhere: 1, words: 150, pairs: 15, rows: 16 };
const FOREIGN = { letters: 1, everywhere: 1, words: 50, pairs: 5, rows: 5 };
const FLITE = { letters: 4, everywhere: 2, words: 400, pairs: 40, rows: 40 };

const spoken = recordings('speech-en')
  .concat(recordings('common-voice').filter(({ language }) => language === 'en'))
  .flatMap(({ text }) => text.toLowerCase().match(/[a-z']+/g) ?? []);
const known = [...new Set(spoken)].filter((word) => isUsable(word));
const others = Object.keys(dictionary).filter((word) => /^[a-z]{3,9}$/.test(word) && isUsable(word));
const short = others.filter((word) => word.length <= 6);

function isUsable(word) {
  return word.length > 1 && !menu.includes(word);
}

/** All that one voice says: text as people write it, and SSML. `styles` are the voices that it is mixed of. */
function linesOf(voice, styles, { letters, everywhere, words, pairs, rows }) {
  const random = randomNumbers(hashOf(`sounds 4 ${voice}`));
  const oneOf = (list) => list[Math.floor(random() * list.length)];
  const word = () => oneOf(random() < 0.5 ? known : random() < 0.6 ? short : others);
  const spelled = (letter) => `<say-as interpret-as="characters">${letter}</say-as>`;
  const lines = [];
  for (let n = 0; n < letters; n++) for (const letter of LETTERS) lines.push([letter, spelled(letter)]);
  for (let n = 0; n < everywhere; n++) for (const each of EVERYWHERE) lines.push([each, `${each}.`]);
  for (let n = 0; n < words; n++) {
    const each = word();
    lines.push([each, `${each}.`]);
  }
  for (let n = 0; n < pairs; n++) {
    const each = `${word()} ${word()}`;
    lines.push([each, `${each}.`]);
  }
  for (let n = 0; n < rows; n++) {
    const row = Array.from({ length: 3 + Math.floor(random() * 4) }, () =>
      oneOf(random() < 0.7 ? LETTERS : DIGITS),
    );
    const said = row.map((each) => (each.length === 1 ? spelled(each) : each));
    lines.push([row.join(' '), `${said.join(', ')}.`]);
  }
  return lines.map(([text, ssml]) => ({ voice, styles, text, ssml, rate: 0.8 + 0.5 * random() }));
}

/** By Kokoro: every voice by itself, those of other languages say English too, and mixtures of two voices. */
function kokoroLines() {
  const tuning = voices.map(({ name }) => name).filter((name) => !isHeldOut(name));
  const english = tuning.filter((name) => /^[ab]/.test(name));
  const foreign = tuning.filter((name) => !/^[ab]/.test(name));
  const random = randomNumbers(hashOf('mixed voices'));
  const oneOf = (list) => list[Math.floor(random() * list.length)];
  const lines = [
    ...english.flatMap((name) => linesOf(name, [[name, 1]], ENGLISH)),
    ...foreign.flatMap((name) => linesOf(name, [[name, 1]], FOREIGN)),
  ];
  for (let n = 0; n < MIXTURES; n++) {
    const [one, other] = [oneOf(english), oneOf(random() < 0.8 ? english : foreign)];
    const share = 0.3 + 0.4 * random();
    const styles = [
      [one, share],
      [other, 1 - share],
    ];
    const amounts = { letters: 1, everywhere: random() < 0.5 ? 1 : 0, words: 40, pairs: 2, rows: 3 };
    lines.push(...linesOf(`mixed-${n}`, styles, amounts));
  }
  const order = ({ voice, ssml, rate }) => hashOf(`${voice} ${ssml} ${rate}`);
  return lines.toSorted((a, b) => order(a) - order(b));
}

async function fliteSays({ voice, text, rate }) {
  // In lower case "a" is read as the article.
  const said = text.replaceAll(/ (?=[A-Z]( |$))/g, ', ');
  const file = join(values.out, 'flite.wav');
  const { status } = spawnSync('flite', [
    '-voice',
    voice,
    '--setf',
    `duration_stretch=${1 / rate}`,
    '-t',
    `${said}.`,
    '-o',
    file,
  ]);
  if (status !== 0) throw new Error('flite is not installed');
  return (await decodeAudio(readFileSync(file))).samples;
}

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
/** Kokoro looks for its voices here: those that are mixed are written first. */
const withMixtures = {
  path: (model, file) => (file.startsWith('voice-mixed') ? join(values.out, file) : store.path(model, file)),
};

function mixVoice({ voice, styles }) {
  const files = styles.map(([name]) => readFileSync(store.path('kokoro', `voice-${name}.bin`)));
  const mixed = new Float32Array(files[0].length / 4);
  for (const [n, [, share]] of styles.entries())
    for (let at = 0; at < mixed.length; at++) mixed[at] += share * files[n].readFloatLE(4 * at);
  writeFileSync(join(values.out, `voice-${voice}.bin`), Buffer.from(mixed.buffer));
}

async function kokoroSays(kokoro, { voice, ssml, rate }) {
  const said = [];
  for (const { phonemes } of pronounceSsml(`<speak>${ssml}</speak>`, { language: 'en', onVoice() {} })) {
    const phrase = await kokoro.plan(phonemes, voice, rate);
    const chunks = [];
    for await (const { samples } of phrase.parts()) chunks.push(samples);
    const whole = joinSamples(chunks);
    const end = speechEnd(whole, KOKORO_RATE, keptAfter(phonemes));
    said.push(whole.subarray(silenceBefore(whole, KOKORO_RATE), end));
  }
  return resample(joinSamples(said), KOKORO_RATE, RATE);
}

mkdirSync(values.out, { recursive: true });
const lines = values.flite
  ? ['kal', 'kal16', 'awb', 'rms', 'slt'].flatMap((voice) => linesOf(voice, [], FLITE))
  : kokoroLines()
      .slice(0, first)
      .filter((_, n) => n % parts === part);
const kokoro = values.flite ? undefined : await Kokoro.load('kokoro', withMixtures);
for (const line of lines) if (line.styles.length > 1) mixVoice(line);
const name = values.flite ? 'flite' : `kokoro-${part}`;
const file = openSync(join(values.out, `${name}.i16`), 'w');
const index = join(values.out, `${name}.jsonl`);
let at = 0;
for (const [n, line] of lines.entries()) {
  const samples = await (kokoro ? kokoroSays(kokoro, line) : fliteSays(line));
  const pcm = Int16Array.from(samples, (x) => Math.round(32_767 * Math.max(-1, Math.min(1, x))));
  writeSync(file, Buffer.from(pcm.buffer));
  appendFileSync(index, `${JSON.stringify({ voice: line.voice, text: line.text, at, n: pcm.length })}\n`);
  at += pcm.length;
  if (n % 100 === 0) console.error(`${n} of ${lines.length}, ${(at / RATE / 60).toFixed(1)} minutes`);
}
await kokoro?.release();
