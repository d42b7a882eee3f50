// node training/recognition/fit-acceptance.mjs [--model NAME] [--clips N]
// Fits the weights by which a sentence of a grammar is accepted on one half of the speakers, and shows how the engine's
// own weights do on both halves. For Whisper on menus in Portuguese and Spanish, for Moonshine on all kinds of grammars.
import { parseArgs } from 'node:util';
import { GrammarRecognizer } from '../../bench/dist/grammar-recognition/grammar-recognizer.js';
import { recognizeMenuPairs } from '../../bench/dist/grammar-recognition/menu-pairs.js';
import { recognizePairs } from '../../bench/dist/grammar-recognition/pairs.js';
import { percent, table } from '../../bench/dist/table.js';
import { inputsOf } from '../../packages/engine/dist/search/grammar/acceptance.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic } from './logistic.mjs';

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
const pairs = values.model.startsWith('whisper')
  ? [
      ...(await recognizeMenuPairs(recognizer, 'pt', clips)),
      ...(await recognizeMenuPairs(recognizer, 'es', clips)),
    ]
  : await recognizePairs(recognizer, clips);

/** Acted speech is measured only: its licence forbids commercial use of what is made from it. */
const examples = pairs
  .filter(({ half, kind, found }) => half === 'tuning' && kind !== 'acted' && found !== undefined)
  .map(({ hypothesis, found, right }) => ({ inputs: inputsOf(hypothesis, found), right }));
const [bias, ...against] = fitLogistic(examples);
console.log(
  `Fitted on ${examples.length} pairs: bias ${bias.toFixed(2)}, against ` +
    `[${against.map((weight) => (-weight).toFixed(2)).join(', ')}]\n`,
);

const rows = ['tuning', 'check'].map((half) => {
  const own = pairs.filter((pair) => pair.half === half);
  const [inside, outside] = [own.filter((pair) => pair.inside), own.filter((pair) => !pair.inside)];
  const accepted = (some) => some.filter((pair) => pair.accepted).length / some.length;
  return [half, inside.length, percent(1 - accepted(inside)), outside.length, percent(accepted(outside))];
});
console.log('As the engine decides now');
console.log(table([['half', 'inside', 'refused', 'outside', 'accepted'], ...rows]));
