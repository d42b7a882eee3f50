// node training/traits/train.mjs gender | age [--features FOLDER]
// Fits a head and prints the tables of its card. Embeds the recordings in ../shared/data first, where the FOLDER does not
// have them yet. The same recordings give the same weights. Needs ffmpeg, and Python 3 with numpy, scipy and matplotlib.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFeatures } from './features.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { features: { type: 'string', default: 'bench/out/traits' } },
});
const [head] = positionals;
if (head !== 'gender' && head !== 'age') throw new Error('node training/traits/train.mjs gender | age');
await makeFeatures(values.features);
const program = join(import.meta.dirname, `${head}.py`);
// One thread: sums in another order would give other weights.
const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
const { status } = spawnSync('python3', [program, values.features], { stdio: 'inherit', env });
process.exit(status ?? 1);
