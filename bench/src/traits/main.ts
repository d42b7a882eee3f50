// npm run bench -- traits [accuracy | cost] [--clips N]
// How right the gender and age heads are on people whom they were not fitted on, and what they cost.
import { parseArgs } from 'node:util';
import { printAccuracy } from './accuracy.ts';
import { printCost } from './cost.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clips: { type: 'string' } },
});

const parts: Record<string, () => Promise<void>> = {
  accuracy: () => printAccuracy(Number(values.clips ?? Number.POSITIVE_INFINITY)),
  cost: () => printCost(Number(values.clips ?? 20)),
};

const [name] = positionals;
if (name !== undefined && !parts[name])
  throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
for (const [part, print] of Object.entries(parts)) if (name === undefined || name === part) await print();
