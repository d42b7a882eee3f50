// node training/recognition/fit-short-words.mjs [--clips N]
// Fits the weights by which a short single word is accepted that was judged by its text and its sounds, on pairs of a word and a
// grammar, and shows how the engine's weights and the fitted ones do.
import { parseArgs } from 'node:util';
import { digitNames } from '../../bench/dist/corpora/texts.js';
import { phrases } from '../../bench/dist/grammar-recognition/bench-grammar.js';
import { GrammarRecognizer } from '../../bench/dist/grammar-recognition/grammar-recognizer.js';
import { KokoroWords } from '../../bench/dist/short-words/kokoro-words.js';
import { menusFor } from '../../bench/dist/short-words/menus.js';
import { BenchRecognizer } from '../../bench/dist/short-words/recognizer.js';
import { sentenceWords } from '../../bench/dist/short-words/sentence-words.js';
import { spelledLetters } from '../../bench/dist/short-words/spelled-letters.js';
import {
  britishWords,
  commands,
  digitWords,
  letters,
  menu,
  spokenWords,
} from '../../bench/dist/short-words/words.js';
import { percent, table } from '../../bench/dist/table.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic, probability } from './logistic.mjs';

/** Share of pairs of a word and a grammar without it that may be accepted. */
const ACCEPTED = 0.04;

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
/** Each of these has a menu of its own, and one without it. */
const longerWords = {
  'words of sentences, people': await sentenceWords(
    await BenchRecognizer.load(store),
    3 * Number(values.clips),
  ),
  'commands, Kokoro': await kokoro.words(commands, 4),
  'commands, espeak-ng': await spokenWords(commands, 4),
  'British words, espeak-ng': await spokenWords(britishWords, 4),
};
await kokoro.stop();

const pairs = [];
for (const [set, clips] of Object.entries(sets)) {
  for (const clip of clips) {
    // Letters sound like words of all kinds: "o" like "no", "b" like "three".
    const fitting = grammars.filter(({ words }) => words !== letters || words.includes(clip.word));
    await addPairs(
      set,
      clip,
      fitting.map(({ words, grammar }) => ({ grammar, inside: words.includes(clip.word) })),
    );
  }
}
for (const [set, clips] of Object.entries(longerWords)) {
  for (const [at, clip] of clips.entries()) {
    const { inside, outside } = await menusFor(clip.word, at, clips);
    const others = grammars.filter(({ words }) => words !== letters && !words.includes(clip.word));
    await addPairs(set, clip, [
      { grammar: inside, inside: true },
      { grammar: outside, inside: false },
      ...others.map(({ grammar }) => ({ grammar, inside: false })),
    ]);
  }
}

async function addPairs(set, { word, half, samples }, asked) {
  const free = await recognizer.recognize(samples);
  if (!free) return;
  const { hypothesis, emptiness } = free;
  for (const { grammar, inside } of asked) {
    const { found, accepted } = await recognizer.bind(free, [grammar]);
    if (!found?.wordLack) continue;
    const lack = Math.max(0, hypothesis.total - found.logProb);
    const { logProb, sounds } = found.wordLack;
    pairs.push({
      ...{ set, half, inside },
      right: inside && found.sentence.words[0].word === word,
      inputs: [lack, emptiness, found.distance, logProb / (1 + sounds)],
      engine: accepted,
    });
  }
}

const weights = fitLogistic(pairs.filter(({ half }) => half === 'tuning'));
const [bias, perLack, perEmptiness, perDistance, perSoundLack] = weights.map((weight) => weight.toFixed(2));
console.log(
  `Fitted: bias ${bias}, lack ${perLack}, emptiness ${perEmptiness}, distance ${perDistance}, sounds ${perSoundLack}\n`,
);

const outside = pairs.filter(({ half, inside }) => half === 'tuning' && !inside);
const chances = outside.map(({ inputs }) => probability(weights, inputs)).sort((a, b) => b - a);
const leastChance = chances[Math.floor(ACCEPTED * outside.length)] ?? 0;
console.log(`${percent(ACCEPTED)} of the others have a higher chance than ${leastChance.toFixed(2)}\n`);

const ways = {
  'the engine': ({ engine }) => engine,
  fitted: ({ inputs }) => probability(weights, inputs) > leastChance,
};
const rows = [...new Set(pairs.map(({ set }) => set))].flatMap((set) =>
  ['tuning', 'check'].map((half) => {
    const own = pairs.filter((pair) => pair.set === set && pair.half === half);
    const [inside, outside] = [own.filter((pair) => pair.inside), own.filter((pair) => !pair.inside)];
    const counts = Object.values(ways).flatMap((accepts) => [
      inside.filter((pair) => pair.right && accepts(pair)).length,
      inside.filter((pair) => !accepts(pair)).length,
      outside.filter(accepts).length,
    ]);
    return [set, half, inside.length, outside.length, ...counts];
  }),
);
const heads = Object.keys(ways).flatMap((way) => [`${way}: right`, 'refused', 'accepted']);
console.log(table([['words', 'half', 'inside', 'outside', ...heads], ...rows]));
process.exit(0);
