// Decodes damaged files for as long as told and stops at the first that does anything but return audio or throw
// an AudioError. Run: node scripts/fuzz.mjs [--minutes 10] [--seed 1]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AudioError, decodeAudio } from '../dist/index.js';
import { oggChecksum } from '../dist/ogg/checksum.js';
import { mutate, randomBelow } from './mutate.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const folder = new URL('../test/fixtures/', import.meta.url);
const names = readdirSync(folder).filter((name) => !/json$|^raw\./.test(name));
const files = names.map((name) => new Uint8Array(readFileSync(new URL(name, folder))));
const end = performance.now() + Number(values.minutes) * 60_000;
const outcomes = {};
let slowest = 0;
let seed = Number(values.seed);
console.log(`seed ${seed}`);

for (let count = 1; performance.now() < end; count++, seed++) {
  const random = randomBelow(Math.imul(seed, 2_654_435_761));
  const chosen = random(files.length);
  const bytes = mutate(files[chosen], files[random(files.length)], random, oggChecksum);
  // Written first, so that a crash or a hang leaves the file behind.
  const trace = join(tmpdir(), 'audio-fuzz.bin');
  writeFileSync(trace, bytes);
  const start = performance.now();
  let outcome = 'audio';
  try {
    const { samples } = await decodeAudio(bytes, { limits: { maxSeconds: 60 } });
    if (!samples.every((sample) => Math.abs(sample) <= 1)) throw new Error('a sample lies outside ±1');
  } catch (error) {
    if (!(error instanceof AudioError)) {
      console.error(`seed ${seed}, from ${names[chosen]}, kept in ${trace}:`, error);
      process.exit(1);
    }
    outcome = error.code;
  }
  const took = performance.now() - start;
  if (took > slowest) {
    slowest = took;
    console.log(
      `slowest so far: seed ${seed}, from ${names[chosen]}, ${bytes.length} bytes, ${took.toFixed(0)} ms, ${outcome}`,
    );
  }
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (count % 5000 === 0)
    console.log(
      count,
      'files',
      JSON.stringify(outcomes),
      `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    );
}
console.log('done', JSON.stringify(outcomes));
