// node training/traits/train.mjs gender | age [--from embeddings | states] [--features FOLDER]
// Fits a head and prints the tables of its card. Embeds the recordings in ../shared/data first, or runs them through the
// recogniser's encoder, where the FOLDER does not have them yet. The same recordings give the same weights. Needs ffmpeg, and Python 3 with numpy, scipy and matplotlib.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFeatures } from './features.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: 'embeddings' }, features: { type: 'string' } },
});
const [head] = positionals;
if (head !== 'gender' && head !== 'age') throw new Error('node training/traits/train.mjs gender | age');
const features = values.features ?? `bench/out/trait-${values.from}`;
await makeFeatures(values.from, features);
const program = join(import.meta.dirname, `${head}.py`);
// One thread: sums in another order would give other weights.
const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
const { status } = spawnSync('python3', [program, values.from, features], { stdio: 'inherit', env });
process.exit(status ?? 1);
