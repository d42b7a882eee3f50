// npm run bench -- compare CHECKOUT [--rounds N] [--models FOLDER]
// Two builds of the server beside each other: CHECKOUT is another one, built (`npm run build`). Short rounds alternate between
// them, so that a busy moment of the machine touches both. Processor time of the server and its engine process is compared, not
// the clock: it changes little with what else the machine does. Where CHECKOUT has other models, give it a folder of its own.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../table.ts';
import { SpeedServer } from '../verify/speed-server.ts';
import { comparePairs } from './compare-pairs.ts';
import { operations } from './operations.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' }, models: { type: 'string' } },
});
if (positionals.length !== 1) throw new Error('name the other checkout: npm run bench -- compare CHECKOUT');
const rounds = Number(values.rounds);

const models = values.models === undefined ? {} : { LOCUTOR_MODELS_DIR: resolve(values.models) };
const other = await SpeedServer.start(models, resolve(positionals[0]!));
const ours = await SpeedServer.start();
try {
  const found = await comparePairs([other, ours], rounds, operations);
  process.stderr.write('\n');
  console.log(
    table([['operation', 'requests', 'before, CPU ms', 'after, CPU ms', 'ratio', 'of rounds'], ...found]),
  );
} finally {
  await Promise.all([other.stop(), ours.stop()]);
}
