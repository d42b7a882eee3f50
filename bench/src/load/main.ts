// npm run bench -- load [--seconds 180] [--factor 1.5] [--cheap 20] [--seed 1]: mixed traffic of two clients at more
// than the machine can do, every answer compared with what its request must give. --checkout FOLDER measures the server
// of another checkout.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printLoad } from './print-load.ts';
import { runLoad } from './run-load.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    factor: { type: 'string', default: '1.5' },
    cheap: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    checkout: { type: 'string' },
  },
});
const options = {
  seconds: Number(values.seconds),
  factor: Number(values.factor),
  cheapPerSecond: Number(values.cheap),
  seed: Number(values.seed),
  capacitySeconds: 20,
  root: values.checkout && resolve(values.checkout),
};
if (!printLoad(await runLoad(options), options)) process.exitCode = 1;
