// npm run bench -- verify accuracy [--heard FILE] [--lines clean,G.711], verify enrolment [--heard FILE], or verify speed
// How often voices are mistaken. With a FILE, what was heard is kept there, or taken from there if it exists.
import { parseArgs } from 'node:util';
import { printAccuracy } from './accuracy.ts';
import { printEnrolment } from './enrolment.ts';
import { printSpeed } from './speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { heard: { type: 'string' }, lines: { type: 'string' } },
});

const parts: Record<string, () => Promise<void>> = {
  accuracy: () => printAccuracy(values.heard, values.lines?.split(',')),
  enrolment: () => printEnrolment(values.heard),
  speed: printSpeed,
};

const part = parts[positionals[0] ?? 'accuracy'];
if (!part) throw new Error(`"${positionals[0]}" is none of ${Object.keys(parts).join(', ')}`);
await part();
