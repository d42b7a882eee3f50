// Words, letters and rows of them as the product's own synthesis says them, for pack.mjs.
//
// node training/sounds/generate.mjs --out FOLDER [--part N --parts N]
// node training/sounds/generate.mjs --out FOLDER --flite
//
// The second form takes the voices of flite (a Debian package, no dependency of the product); espeak-ng is left to the
// benchmarks. Only voices of the half that the benchmarks tune on, and no word of the benchmark's menu: bench
// short-words stays a measure.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { recordings } from '../../bench/dist/corpora/recordings.js';
import { hashOf, isHeldOut } from '../../bench/dist/corpora/speakers.js';
import { randomNumbers } from '../../bench/dist/random.js';
import { menu } from '../../bench/dist/short-words/words.js';
import { LocutorSpeaker } from '../../bench/dist/synthesis/locutor.js';
import { decodeAudio, resample } from '../../packages/audio/dist/index.js';
import { voices } from '../../packages/engine/dist/index.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    part: { type: 'string', default: '0' },
    parts: { type: 'string', default: '1' },
    flite: { type: 'boolean', default: false },
  },
});
if (!values.out) throw new Error('--out is needed');
const [part, parts] = [Number(values.part), Number(values.parts)];

const RATE = 16_000;
/** It whispers. */
const LEFT_OUT = 'af_nicole';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = 'zero one two three four five six seven eight nine'.split(' ');
const EVERYWHERE = [...DIGITS, ...'yes no oh ten hundred thousand'.split(' ')];
const WORDS_EACH = 240;
const ROWS_EACH = 40;
const PAIRS_EACH = 30;

const spoken = recordings('speech-en')
  .concat(recordings('common-voice').filter(({ language }) => language === 'en'))
  .flatMap(({ text }) => text.toLowerCase().match(/[a-z']+/g) ?? []);
const known = [...new Set(spoken)].filter((word) => isUsable(word));
const others = Object.keys(dictionary).filter((word) => /^[a-z]{3,9}$/.test(word) && isUsable(word));

function isUsable(word) {
  return word.length > 1 && !menu.includes(word);
}

/** All that one voice says: [text as people write it, SSML]. */
function linesOf(voice, share) {
  const random = randomNumbers(hashOf(`sounds ${voice}`));
  const oneOf = (list) => list[Math.floor(random() * list.length)];
  const word = () => oneOf(random() < 0.6 ? known : others);
  const spelled = (letter) => `<say-as interpret-as="characters">${letter}</say-as>`;
  const lines = [...LETTERS, ...LETTERS].map((letter) => [letter, spelled(letter)]);
  for (const each of EVERYWHERE) lines.push([each, `${each}.`]);
  for (let n = 0; n < WORDS_EACH * share; n++) {
    const each = word();
    lines.push([each, `${each}.`]);
  }
  for (let n = 0; n < PAIRS_EACH * share; n++) {
    const each = `${word()} ${word()}`;
    lines.push([each, `${each}.`]);
  }
  for (let n = 0; n < ROWS_EACH * share; n++) {
    const row = Array.from({ length: 3 + Math.floor(random() * 4) }, () =>
      oneOf(random() < 0.7 ? LETTERS : DIGITS),
    );
    const said = row.map((each) => (each.length === 1 ? spelled(each) : each));
    lines.push([row.join(' '), `${said.join(', ')}.`]);
  }
  return lines.map(([text, ssml]) => ({ voice, text, ssml, rate: 0.8 + 0.5 * random() }));
}

const FLITE = ['kal', 'kal16', 'awb', 'rms', 'slt'];
const english = voices.filter(({ name }) => !isHeldOut(name) && name !== LEFT_OUT);
const lines = values.flite
  ? FLITE.flatMap((voice) => linesOf(voice, 0.8))
  : english
      .flatMap(({ name, languages }) => linesOf(name, languages[0].startsWith('en') ? 1 : 0.4))
      .toSorted((a, b) => hashOf(`${a.voice} ${a.ssml}`) - hashOf(`${b.voice} ${b.ssml}`))
      .filter((_, n) => n % parts === part);

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

async function kokoroSays(speaker, { voice, ssml, rate }) {
  const said = await speaker.say(`<speak>${ssml}</speak>`, 'en', 1, { voice, rate, ssml: true });
  return resample(said.samples, said.rate, RATE);
}

mkdirSync(values.out, { recursive: true });
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const speaker = values.flite ? undefined : await LocutorSpeaker.start(store, 'kokoro');
const name = values.flite ? 'flite' : `kokoro-${part}`;
const file = openSync(join(values.out, `${name}.i16`), 'w');
const index = join(values.out, `${name}.jsonl`);
let at = 0;
for (const [n, line] of lines.entries()) {
  const samples = await (speaker ? kokoroSays(speaker, line) : fliteSays(line));
  const pcm = Int16Array.from(samples, (x) => Math.round(32_767 * Math.max(-1, Math.min(1, x))));
  writeSync(file, Buffer.from(pcm.buffer));
  appendFileSync(index, `${JSON.stringify({ voice: line.voice, text: line.text, at, n: pcm.length })}\n`);
  at += pcm.length;
  if (n % 100 === 0) console.error(`${n} of ${lines.length}, ${(at / RATE / 60).toFixed(1)} minutes`);
}
await speaker?.stop();
