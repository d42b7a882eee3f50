// node training/recognition/fit-acceptance.mjs [--model NAME] [--clips N]
// Fits the weights by which a sentence of a grammar is accepted on one half of the speakers, and shows how the engine's
// own weights do on both halves.
import { parseArgs } from 'node:util';
import { GrammarRecognizer } from '../../bench/dist/grammar-recognition/grammar-recognizer.js';
import { recognizePairs } from '../../bench/dist/grammar-recognition/pairs.js';
import { percent, table } from '../../bench/dist/table.js';
import { LEAST_DOUBT } from '../../packages/engine/dist/search/grammar/acceptance.js';
import { defaultModelsDir, ModelStore } from '../../packages/models/dist/index.js';
import { fitLogistic } from './logistic.mjs';

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'moonshine-base' },
    clips: { type: 'string', default: '20' },
  },
});
const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const store = new ModelStore({ dir: modelsDir });
await store.fetch(['silero-vad', values.model]);
const recognizer = await GrammarRecognizer.load(store, modelsDir, values.model);
const pairs = await recognizePairs(recognizer, Number(values.clips));

/** Acted speech is measured only: its licence forbids commercial use of what is made from it. */
const examples = pairs
  .filter(({ half, kind, found }) => half === 'tuning' && kind !== 'acted' && found !== undefined)
  .map(({ hypothesis: { total }, found, right }) => {
    const lack = Math.max(0, total - found.logProb) / Math.sqrt(LEAST_DOUBT + Math.max(0, -total));
    return { inputs: [lack], right };
  });
const [bias, lack] = fitLogistic(examples);
console.log(`Fitted on ${examples.length} pairs: bias ${bias.toFixed(2)}, lack ${(-lack).toFixed(2)}\n`);

const rows = ['tuning', 'check'].map((half) => {
  const own = pairs.filter((pair) => pair.half === half);
  const [inside, outside] = [own.filter((pair) => pair.inside), own.filter((pair) => !pair.inside)];
  const accepted = (some) => some.filter((pair) => pair.accepted).length / some.length;
  return [half, inside.length, percent(1 - accepted(inside)), outside.length, percent(accepted(outside))];
});
console.log('As the engine decides now');
console.log(table([['half', 'inside', 'refused', 'outside', 'accepted'], ...rows]));
