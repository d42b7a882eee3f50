// Makes test/fixtures: sentences of a speech synthesiser, in every format the server takes that tests cannot write
// themselves. Needs espeak-ng, ffmpeg and sox (apt-get install espeak-ng ffmpeg sox). Run: node test/support/make-speech.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const out = fileURLToPath(new URL('../fixtures/', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'speech-'));
rmSync(out, { recursive: true, force: true });
mkdirSync(out);

const run = (command, args) => execFileSync(command, args);
const convert = (from, ...args) => run('ffmpeg', ['-v', 'error', '-y', '-bitexact', '-i', from, ...args]);

function speak(name, voice, speed, text) {
  const spoken = join(work, `${name}-spoken.wav`);
  run('espeak-ng', ['-v', voice, '-s', String(speed), '-w', spoken, text]);
  const file = join(work, `${name}.wav`);
  // Half a second of silence on both sides: where the endpointer is to find a start and an end.
  convert(
    spoken,
    '-af',
    'adelay=500,apad=pad_dur=0.5',
    '-ar',
    '16000',
    '-ac',
    '1',
    '-c:a',
    'pcm_s16le',
    file,
  );
  return file;
}

const flac = (file, name) => convert(file, '-c:a', 'flac', '-compression_level', '12', join(out, name));
const opus = (file, name) => convert(file, '-c:a', 'libopus', '-b:a', '24k', join(out, name));

flac(speak('yes', 'en-us', 140, 'yes'), 'yes.flac');
flac(speak('digits', 'en-us+f3', 140, 'one, two, three, four'), 'digits.flac');
opus(
  speak('portuguese', 'pt-br', 130, 'previs\u00e3o do tempo para amanh\u00e3 em S\u00e3o Paulo'),
  'portuguese.opus',
);
// Said too fast by a poor voice: a recogniser wavers between several texts.
opus(speak('doubtful', 'en-gb-x-rp+f2', 190, 'They drew a tiny ship near the rocky shore'), 'doubtful.opus');

const sentence = speak('sentence', 'en-gb-x-rp', 150, 'Good morning, I want to speak with an agent.');
flac(sentence, 'sentence.flac');
opus(sentence, 'sentence.opus');
opus(sentence, 'sentence.webm');
convert(sentence, '-b:a', '32k', join(out, 'sentence.mp3'));
convert(sentence, '-c:a', 'libvorbis', '-q:a', '2', join(out, 'sentence.ogg'));
convert(sentence, '-ar', '8000', '-c:a', 'gsm_ms', join(out, 'sentence-gsm.wav'));
run('sox', [sentence, '-r', '8000', '-t', 'gsm', join(out, 'sentence.gsm')]);

// Sentences of grammars, in voices that recognisers understand.
const said = [
  ['no', 'en-us+f3', 130, 'no'],
  ['date', 'en-gb-x-rp', 140, 'January the thirteenth'],
  ['number', 'en-us', 130, 'twenty five'],
  ['amount', 'en-us+f3', 130, 'eighteen dollars and four cents'],
  ['bill', 'en-us', 140, 'I want to pay my bill, please'],
  ['pizza', 'en-gb-x-rp', 140, 'Two large pepperoni pizzas, please'],
  ['filler', 'en-us+f3', 140, 'Um, I would like a large coffee'],
  ['nested', 'en-us+f3', 140, 'the friend of the friend of the king'],
  ['pizza-pt', 'pt-br', 130, 'quero duas pizzas grandes de calabresa, por favor'],
  ['transfer-pt', 'pt-br', 130, 'transferir vinte e cinco reais para a Maria'],
  // "I want two cups of coffee" by its sounds, and "coffee, please".
  ['coffee-zh', 'cmn-latn-pinyin', 130, 'wo3 yao4 liang3 bei1 ka1 fei1'],
  ['coffee-ja', 'ja', 140, 'コーヒーをください'],
];
for (const [name, ...how] of said) opus(speak(name, ...how), `${name}.opus`);

rmSync(work, { recursive: true });
for (const name of readdirSync(out)) console.log(name, statSync(join(out, name)).size);
