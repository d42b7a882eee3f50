// node training/recognition/fit-hearing-again.mjs [--clips N]
// Fits the weights by which a short word is accepted that was heard in several surroundings, on pairs of a word and a grammar
// of which the first hearing is not sure, and shows how the engine's weights and the fitted ones do.
import { parseArgs } from 'node:util';
import { digitNames } from '../../bench/dist/corpora/texts.js';
import { phrases } from '../../bench/dist/grammar-recognition/bench-grammar.js';
import { acceptance } from '../../bench/dist/grammar-recognition/engine-bound.js';
import { GrammarRecognizer } from '../../bench/dist/grammar-recognition/grammar-recognizer.js';
import { KokoroWords } from '../../bench/dist/short-words/kokoro-words.js';
import { digitWords, menu, spokenWords } from '../../bench/dist/short-words/words.js';
import { percent, table } from '../../bench/dist/table.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic, probability } from './logistic.mjs';

const SURE = 0.5;
const LEAST_CHANCE = 0.25;

const { values } = parseArgs({ options: { clips: { type: 'string', default: '300' } } });
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
await store.fetch(['silero-vad', 'moonshine-base']);
const recognizer = await GrammarRecognizer.load(store, modelsDir, 'moonshine-base');
const yesNo = ['yes', 'no'];
const grammars = [
  { words: digitNames, grammar: await phrases('digits', digitNames) },
  { words: yesNo, grammar: await phrases('yes-no', yesNo) },
  { words: menu, grammar: await phrases('menu', menu) },
];
const kokoro = await KokoroWords.start(store);
const sets = {
  'digits, people': await digitWords(Number(values.clips)),
  'yes, no, espeak-ng': await spokenWords(yesNo, 24),
  'yes, no, Kokoro': await kokoro.words(yesNo, 24),
  'menu, espeak-ng': await spokenWords(menu, 10),
  'menu, Kokoro': await kokoro.words(menu, 10),
};
await kokoro.stop();

const pairs = [];
for (const clips of Object.values(sets)) {
  for (const { word, half, samples } of clips) {
    const free = await recognizer.recognize(samples);
    if (!free) continue;
    for (const { words, grammar } of grammars) {
      const { hypothesis, emptiness } = free;
      const first = await recognizer.bind(free, [grammar]);
      if (first.found && acceptance(hypothesis, first.found, { emptiness }).chance >= SURE) continue;
      const found = await recognizer.heardAgain(free, grammar);
      if (!found) continue;
      const lack = Math.max(0, hypothesis.total - found.logProb);
      pairs.push({
        half,
        inside: words.includes(word),
        right: found.sentence.words[0].word === word,
        inputs: [lack, emptiness, found.distance],
        engine: acceptance(hypothesis, found, { emptiness }).accepted,
      });
    }
  }
}
const weights = fitLogistic(pairs);
const [bias, perLack, perEmptiness, perDistance] = weights.map((weight) => weight.toFixed(2));
console.log(`Fitted: bias ${bias}, lack ${perLack}, emptiness ${perEmptiness}, distance ${perDistance}\n`);

const ways = {
  'the engine': ({ engine }) => engine,
  fitted: ({ inputs }) => probability(weights, inputs) >= LEAST_CHANCE,
};
const rows = Object.entries(ways).flatMap(([name, accepts]) =>
  ['tuning', 'check'].map((half) => {
    const own = pairs.filter((pair) => pair.half === half);
    const [inside, outside] = [own.filter((pair) => pair.inside), own.filter((pair) => !pair.inside)];
    const right = inside.filter((pair) => pair.right && accepts(pair)).length;
    const refused = inside.filter((pair) => !accepts(pair)).length;
    const accepted = outside.filter(accepts).length;
    return [
      name,
      half,
      inside.length,
      right,
      refused,
      outside.length,
      accepted,
      percent(accepted / outside.length),
    ];
  }),
);
console.log(table([['weights', 'half', 'inside', 'right', 'refused', 'outside', 'accepted', ''], ...rows]));
process.exit(0);
