// node training/recognition/fit-short-words.mjs [--clips N]
// Fits the weights by which a short single word is accepted that was judged by its text and its sounds, on pairs of a word and a
// grammar, and shows how the engine's weights and the fitted ones do.
import { parseArgs } from 'node:util';
import { digitNames } from '../../bench/dist/corpora/texts.js';
import { phrases } from '../../bench/dist/grammar-recognition/bench-grammar.js';
import { GrammarRecognizer } from '../../bench/dist/grammar-recognition/grammar-recognizer.js';
import { KokoroWords } from '../../bench/dist/short-words/kokoro-words.js';
import { spelledLetters } from '../../bench/dist/short-words/spelled-letters.js';
import { digitWords, letters, menu, spokenWords } from '../../bench/dist/short-words/words.js';
import { percent, table } from '../../bench/dist/table.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic, probability } from './logistic.mjs';

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
  { words: letters, grammar: await phrases('letters', letters) },
];
const kokoro = await KokoroWords.start(store);
const sets = {
  'digits, people': await digitWords(Number(values.clips)),
  'letters, people': await spelledLetters(store),
  'yes, no, espeak-ng': await spokenWords(yesNo, 24),
  'yes, no, Kokoro': await kokoro.words(yesNo, 24),
  'menu, espeak-ng': await spokenWords(menu, 10),
  'menu, Kokoro': await kokoro.words(menu, 10),
  'letters, Kokoro': await kokoro.words(letters, 4),
};
await kokoro.stop();

const pairs = [];
for (const clips of Object.values(sets)) {
  for (const { word, half, samples } of clips) {
    const free = await recognizer.recognize(samples);
    if (!free) continue;
    for (const { words, grammar } of grammars) {
      const inside = words.includes(word);
      // Letters sound like words of all kinds: "o" like "no", "b" like "three".
      if (words === letters && !inside) continue;
      const { hypothesis, emptiness } = free;
      const { found, accepted } = await recognizer.bind(free, [grammar]);
      if (found?.soundLack === undefined) continue;
      const lack = Math.max(0, hypothesis.total - found.logProb);
      pairs.push({
        half,
        inside,
        right: found.sentence.words[0].word === word,
        inputs: [lack, emptiness, found.distance, found.soundLack],
        engine: accepted,
      });
    }
  }
}
const weights = fitLogistic(pairs.filter(({ half }) => half === 'tuning'));
const [bias, perLack, perEmptiness, perDistance, perSoundLack] = weights.map((weight) => weight.toFixed(2));
console.log(
  `Fitted: bias ${bias}, lack ${perLack}, emptiness ${perEmptiness}, distance ${perDistance}, sounds ${perSoundLack}\n`,
);

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
    const share = percent(accepted / outside.length);
    return [name, half, inside.length, right, refused, outside.length, accepted, share];
  }),
);
console.log(table([['weights', 'half', 'inside', 'right', 'refused', 'outside', 'accepted', ''], ...rows]));
process.exit(0);
