// node bench/dist/word-times/main.js [--models DIR] [--model NAME] [--strings N] [--sentences N]
// How far the times of words lie from where the words are known to be.
import { parseArgs } from 'node:util';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { someNoises } from '../corpora/samples.ts';
import { quantile } from '../statistics.ts';
import { table } from '../table.ts';
import { digitCases, measureDigits } from './digits.ts';
import { recognizerNames, SileroVad, SpeechModels } from './engine-align.ts';
import { Listener } from './listener.ts';
import { digitSpeakers, haveRecordings, sentences } from './recordings.ts';
import { measureSentences } from './sentence-pairs.ts';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    model: { type: 'string' },
    strings: { type: 'string', default: '20' },
    sentences: { type: 'string', default: '20' },
  },
});

if (!haveRecordings()) {
  console.log('There are no recordings of digits in ../shared/data: nothing can be measured.');
  process.exit(0);
}
const store = new ModelStore({
  dir: values.models ?? (process.env.LOCUTOR_MODELS_DIR || defaultModelsDir()),
});
const vad = await SileroVad.load(store.path('silero-vad', 'vad.onnx'));
const models = new SpeechModels(store);
const speakers = await digitSpeakers();
const noise = await someNoises();
const read = await sentences(Number(values.sentences));

const digitRows: (string | number)[][] = [
  ['model', 'digits', 'words', 'own text', 'start', '90 %', 'end', '90 %', '> 150 ms', 'align'],
];
const sentenceRows: (string | number)[][] = [
  ['model', 'words', 'start', '90 %', 'end', '90 %', 'in a pause', 'a letter', '1 %', '99 %', 'align'],
];
for (const name of recognizerNames) {
  if (values.model && values.model !== name) continue;
  if (store.missing([name]).length > 0) {
    console.log(`${name}: not fetched, left out`);
    continue;
  }
  const listener = new Listener(await models.get(name), vad);
  for (const each of digitCases) {
    if (each.noise !== undefined && noise.length === 0) continue;
    const { starts, ends, own, strings, alignMs } = await measureDigits(
      listener,
      speakers,
      noise,
      each,
      Number(values.strings),
    );
    const far = [...starts, ...ends].filter((error) => Math.abs(error) > 0.15).length / (2 * starts.length);
    digitRows.push([
      name,
      each.name,
      starts.length,
      `${own} of ${strings}`,
      ...errorCells(starts),
      ...errorCells(ends),
      `${(100 * far).toFixed(1)} %`,
      `${quantile(alignMs, 0.5).toFixed(1)} ms`,
    ]);
  }
  const report = await measureSentences(listener, read);
  sentenceRows.push([
    name,
    report.words,
    ...errorCells(report.starts),
    ...errorCells(report.ends),
    `${((100 * report.outside) / report.words).toFixed(1)} %`,
    ...[0.5, 0.01, 0.99].map((part) => `${Math.round(1000 * quantile(report.perLetter, part))} ms`),
    `${quantile(report.alignMs, 0.5).toFixed(1)} ms`,
  ]);
}
console.log(
  '\nStrings of 3 to 8 single digits at known places: median error, and the error that 90 % stay under.',
);
console.log('The heads were chosen on other speakers; alignment in processor time.\n');
console.log(table(digitRows));
console.log(
  '\nPairs of read sentences, in the words of the model, right or wrong: errors at the four ends, words',
);
console.log('outside speech, length of a letter.\n');
console.log(table(sentenceRows));

function errorCells(errors: readonly number[]): string[] {
  const sizes = errors.map(Math.abs);
  return [0.5, 0.9].map((part) => `${Math.round(1000 * quantile(sizes, part))} ms`);
}
