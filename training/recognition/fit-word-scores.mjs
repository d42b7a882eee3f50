// node training/recognition/fit-word-scores.mjs [--model NAME] [--clips N]
// Fits the weights of the word scores on one half of the speakers, and shows how they do on the other half.
import { parseArgs } from 'node:util';
import { recognizerGraphs } from '../../bench/dist/graphs/models-graphs.js';
import { calibrationError } from '../../bench/dist/recognize/calibration.js';
import { clipSets, clipsOf } from '../../bench/dist/recognize/clip-sets.js';
import { table } from '../../bench/dist/table.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic, probability } from './logistic.mjs';
import { WordScorer } from './score-words.mjs';

/** Acted speech is measured only: its licence forbids commercial use of what is made from it. */
const FITTED = ['read, adults', 'read, children', 'single digits', 'phone numbers'];

const { values } = parseArgs({
  options: { model: { type: 'string' }, clips: { type: 'string', default: '40' } },
});
const names = values.model ? [values.model] : ['moonshine-base', 'whisper-base', 'whisper-small'];
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });

for (const family of ['moonshine', 'whisper']) {
  const ofFamily = names.filter((name) => recognizerGraphs[name].family === family);
  const words = [];
  for (const name of ofFamily) {
    if (store.missing([name]).length > 0) console.log(`${name}: not fetched, left out`);
    else words.push(...(await wordsBy(name)));
  }
  if (words.length > 0) report(family, ofFamily, words);
}

async function wordsBy(name) {
  const scorer = await WordScorer.load(store, name);
  const words = [];
  for (const set of clipSets.filter((each) => FITTED.includes(each.name))) {
    for (const clip of await clipsOf(set, Number(values.clips))) words.push(...(await scorer.words(clip)));
  }
  return words;
}

function report(family, ofFamily, words) {
  const [tuning, check] = ['tuning', 'check'].map((half) => words.filter((word) => word.half === half));
  const weights = fitLogistic(tuning);
  const [bias, word, text] = weights.map((weight) => weight.toFixed(2));
  const counts = `fitted on ${tuning.length} words, shown on ${check.length}`;
  console.log(`\n${family} (${ofFamily.join(', ')}): ${counts}`);
  console.log(`  bias ${bias}, word ${word}, text ${text}`);
  const share = tuning.filter(({ right }) => right).length / tuning.length;
  const rows = [
    ['as they are', ...quality(check, ({ said }) => said)],
    ['fitted', ...quality(check, ({ inputs }) => probability(weights, inputs))],
    ['fitted on these', ...quality(check, fittedOn(check))],
    ['the share of right words', ...quality(check, () => share)],
  ];
  console.log(table([['weights', 'log loss', 'Brier', 'points off'], ...rows]));
}

function fittedOn(words) {
  const weights = fitLogistic(words);
  return ({ inputs }) => probability(weights, inputs);
}

function quality(words, score) {
  const outcomes = words.map((word) => ({ said: score(word), was: word.right ? 1 : 0 }));
  const mean = (of) => outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  return [
    mean(({ said, was }) => -Math.log(Math.max(1e-6, was === 1 ? said : 1 - said))).toFixed(3),
    mean(({ said, was }) => (said - was) ** 2).toFixed(3),
    (100 * calibrationError(outcomes)).toFixed(1),
  ];
}
