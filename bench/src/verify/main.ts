// npm run bench -- verify accuracy [--embeddings FILE] [--lines clean,G.711], verify enrolment [--embeddings FILE], or verify speed
// How often voices are mistaken. With a FILE, embeddings are kept there, or read from there if it exists.
import { parseArgs } from 'node:util';
import { printAccuracy } from './accuracy.ts';
import { printEnrolment } from './enrolment.ts';
import { printSpeed } from './speed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { embeddings: { type: 'string' }, lines: { type: 'string' } },
});

const parts: Record<string, () => Promise<void>> = {
  accuracy: () => printAccuracy(values.embeddings, values.lines?.split(',')),
  enrolment: () => printEnrolment(values.embeddings),
  speed: printSpeed,
};

const part = parts[positionals[0] ?? 'accuracy'];
if (!part) throw new Error(`"${positionals[0]}" is none of ${Object.keys(parts).join(', ')}`);
await part();
