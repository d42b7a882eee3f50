// node training/recognition/fit-acceptance.mjs [--model NAME] [--clips N]
// Fits the weights by which a sentence of a grammar is accepted on half of the speakers, and shows how the engine's own weights
// do. For Whisper on menus in Portuguese and Spanish, for Moonshine on all kinds of grammars: by the text alone, and by the text
// and the sounds.
import { parseArgs } from 'node:util';
import { hashOf } from '../../bench/dist/corpora/speakers.js';
import { benchGrammar } from '../../bench/dist/grammar-recognition/bench-grammar.js';
import { GrammarRecognizer } from '../../bench/dist/grammar-recognition/grammar-recognizer.js';
import { recognizeMenuPairs } from '../../bench/dist/grammar-recognition/menu-pairs.js';
import { pairOf, recognizePairs } from '../../bench/dist/grammar-recognition/pairs.js';
import { joinedDigits, read } from '../../bench/dist/grammar-recognition/utterances.js';
import { percent, table } from '../../bench/dist/table.js';
import { inputsOf } from '../../packages/inference/dist/search/grammar/acceptance.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic, probability } from './logistic.mjs';

const ACCEPTED_FROM = 0.25;

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'moonshine-base' },
    clips: { type: 'string', default: '20' },
  },
});
const clips = Number(values.clips);
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
await store.fetch(['silero-vad', values.model]);
const recognizer = await GrammarRecognizer.load(store, modelsDir, values.model);
const isWhisper = values.model.startsWith('whisper');
const all = isWhisper
  ? [
      ...(await recognizeMenuPairs(recognizer, 'pt', clips)),
      ...(await recognizeMenuPairs(recognizer, 'es', clips)),
    ]
  : [
      ...(await recognizePairs(recognizer, clips)),
      ...(await recognizeMenuPairs(recognizer, 'en', 3 * clips)),
      ...(await recognizeNumberPairs()),
    ];

/** All digit strings that were read, and joined ones, with every grammar of numbers. */
async function recognizeNumberPairs() {
  const names = ['digits', 'digits?length=4', 'date', 'number'];
  const grammars = await Promise.all(names.map((name) => benchGrammar(name, `builtin:grammar/${name}`)));
  const pairs = [];
  for (const utterance of [
    ...read('read digits', Number.POSITIVE_INFINITY),
    ...joinedDigits(4, clips),
    ...joinedDigits(8, clips),
  ]) {
    const free = await recognizer.recognize(await utterance.samples());
    if (!free) continue;
    for (const grammar of grammars) {
      const inside = grammar.compiled.accepts(utterance.text);
      pairs.push(await pairOf(recognizer, utterance, free, grammar, inside));
    }
  }
  return pairs;
}

/** Acted speech is measured only: its licence forbids commercial use of what is made from it. */
const pairs = distinct(all).filter(({ kind, found }) => kind !== 'acted' && !found?.wordLack);

function distinct(some) {
  const keys = new Map(
    some.map((pair) => [`${pair.grammar} ${pair.speaker} ${pair.said} ${pair.recognized}`, pair]),
  );
  return [...keys.values()];
}

function examplesOf(some) {
  return some
    .filter(({ found }) => found !== undefined)
    .map(({ hypothesis, found, right }) => ({ inputs: inputsOf(hypothesis, found), right }));
}

function printFit(name, examples) {
  const [bias, ...against] = fitLogistic(examples);
  const numbers = against.map((weight) => (-weight).toFixed(2)).join(', ');
  console.log(`${name}, fitted on ${examples.length} pairs: bias ${bias.toFixed(2)}, against [${numbers}]`);
  return [bias, ...against];
}

function rowOf(name, some, accepts) {
  const [inside, outside] = [some.filter((pair) => pair.inside), some.filter((pair) => !pair.inside)];
  const right = inside.filter((pair) => accepts(pair) && pair.right).length;
  const refused = inside.filter((pair) => !accepts(pair)).length;
  const share = (count, of) => (of.length === 0 ? '–' : percent(count / of.length));
  const accepted = outside.filter(accepts).length;
  return [
    name,
    inside.length,
    share(right, inside),
    share(refused, inside),
    outside.length,
    share(accepted, outside),
  ];
}

const withoutSounds = ({ found, ...pair }) => ({
  ...pair,
  found: found && { ...found, sentenceLack: undefined },
});
const byText = pairs.filter(({ half }) => half === 'tuning').map(withoutSounds);
printFit('By the text', examplesOf(byText));

/** The network that reads sounds has never heard these speakers; the weights are fitted on one half of them. */
const unheard = pairs.filter(({ half }) => half === 'check');
const isFirst = ({ speaker }) => hashOf(`sentences ${speaker}`) % 2 === 0;
const byBoth = unheard.filter(({ found }) => found?.sentenceLack);
if (byBoth.length > 0) {
  const weights = printFit('By the text and the sounds', examplesOf(byBoth.filter(isFirst)));
  printFit('The same on all of them', examplesOf(byBoth));
  const accepts = ({ found, hypothesis, accepted }) =>
    found?.sentenceLack ? probability(weights, inputsOf(hypothesis, found)) >= ACCEPTED_FROM : accepted;
  const others = unheard.filter((pair) => !isFirst(pair));
  console.log('\nSpeakers that neither the weights nor the network know');
  const rows = [
    rowOf('fitted on the others', others, accepts),
    rowOf('the engine', others, (pair) => pair.accepted),
  ];
  console.log(table([['weights', 'inside', 'right', 'refused', 'outside', 'accepted'], ...rows]));
}

console.log('\nAs the engine decides now');
const rows = ['tuning', 'check'].map((half) =>
  rowOf(
    half,
    pairs.filter((pair) => pair.half === half),
    (pair) => pair.accepted,
  ),
);
console.log(table([['half', 'inside', 'right', 'refused', 'outside', 'accepted'], ...rows]));
process.exit(0);
