// npm run bench -- soak [--minutes 30] [--factor 1.5] [--cheap 20] [--seed 1]: the load of `load` for long, with the
// memory of every process drawn over time.
import { parseArgs } from 'node:util';
import { memoryPicture } from '../load/memory-report.ts';
import { printLoad } from '../load/print-load.ts';
import { runLoad } from '../load/run-load.ts';
import { writeOut } from '../out.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    factor: { type: 'string', default: '1.5' },
    cheap: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const options = {
  seconds: 60 * Number(values.minutes),
  factor: Number(values.factor),
  cheapPerSecond: Number(values.cheap),
  seed: Number(values.seed),
  capacitySeconds: 30,
};
const result = await runLoad(options);
if (!printLoad(result, options)) process.exitCode = 1;
if (result.memory.length > 0) {
  const drawn = memoryPicture(result.memory, options.seconds);
  console.log(`the picture is ${writeOut('soak-memory.svg', drawn)}`);
}
