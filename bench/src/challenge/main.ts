// npm run bench -- challenge [digits | sentences] [--clips N]
// How often an expected text is accepted where it was said, and where another one was. Needs ../shared/data.
import { parseArgs } from 'node:util';
import { joinedDigits } from '../grammar-recognition/utterances.ts';
import { Checker } from './checker.ts';
import { printDigits } from './digits.ts';
import { printSentences } from './sentences.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clips: { type: 'string', default: '60' } },
});
if (joinedDigits(4, 1).length === 0) {
  console.log('There are no recordings of speech in ../shared/data: nothing can be measured.');
  process.exit(0);
}
const parts = { digits: printDigits, sentences: printSentences };
for (const name of positionals) {
  if (!Object.hasOwn(parts, name)) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
}
const checker = await Checker.start();
for (const [name, print] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await print(checker, Number(values.clips));
}
const each = checker.milliseconds / Math.max(1, checker.checks);
console.log(`\n${checker.checks} checks, ${each.toFixed(0)} ms each, one engine process`);
await checker.stop();
