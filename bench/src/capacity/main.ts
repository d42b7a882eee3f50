// npm run bench -- capacity [--calls 10,1000,100000] [--language english|multilingual] [--talk 0.4 …]
// What concurrent calls need, from measured numbers: a calculator, it measures nothing.
import { parseArgs } from 'node:util';
import { type Assumptions, assumed, measured } from './measured.ts';
import type { Language } from './model.ts';
import { report } from './report.ts';

const names = Object.keys(assumed) as (keyof Assumptions)[];
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10,1000,100000' },
    language: { type: 'string', default: 'english' },
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  },
}) as { values: Record<string, string> };

/** Shares that may be none. */
const MAY_BE_ZERO = ['verified', 'billed', 'segmented'];

function numberOf(name: string, text: string): number {
  const number = Number(text);
  const isEnough = MAY_BE_ZERO.includes(name) ? number >= 0 : number > 0;
  if (text.trim() !== '' && isEnough && Number.isFinite(number)) return number;
  console.error(`--${name} must be a number above 0, not ${JSON.stringify(text)}`);
  process.exit(1);
}

const given = { ...assumed } as Record<keyof Assumptions, number>;
for (const name of names) {
  if (values[name] !== undefined) given[name] = numberOf(name, values[name]);
}
if (given.busy >= 1) {
  console.error(`--busy must be below 1, not ${given.busy}`);
  process.exit(1);
}
const language = values.language as Language;
if (!(language in measured.recognize)) {
  console.error(`--language must be english or multilingual, not ${JSON.stringify(language)}`);
  process.exit(1);
}
const calls = values.calls!.split(',').map((text) => numberOf('calls', text));
console.log(report(calls, language, given));
