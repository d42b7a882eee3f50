// Decodes thousands of whole and damaged files and watches what the process holds after each thousand.
// Run: node --expose-gc scripts/leak.mjs [--files 10000]
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AudioError, decodeAudio } from '../dist/index.js';
import { oggChecksum } from '../dist/ogg/checksum.js';
import { mutate, randomBelow } from './mutate.mjs';

if (!globalThis.gc) throw new Error('start this with node --expose-gc');
const { values } = parseArgs({ options: { files: { type: 'string', default: '10000' } } });
const folder = new URL('../test/fixtures/', import.meta.url);
const names = readdirSync(folder).filter((name) => !/json$|^raw\./.test(name));
const files = names.map((name) => new Uint8Array(readFileSync(new URL(name, folder))));

async function held() {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, rss };
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const total = Number(values.files);
const step = Math.max(100, Math.floor(total / 10));
let first;
let last;
for (let i = 0; i < total; i++) {
  const random = randomBelow(i + 1);
  const file = files[i % files.length];
  const bytes = i % 3 === 0 ? mutate(file, files[random(files.length)], random, oggChecksum) : file;
  try {
    await decodeAudio(bytes);
  } catch (error) {
    if (!(error instanceof AudioError)) throw error;
  }
  if ((i + 1) % step !== 0) continue;
  last = await held();
  first ??= last;
  console.log(`${i + 1} files: ${megabytes(last.held)} held, ${megabytes(last.rss)} resident`);
}
const grown = last.held - first.held;
console.log(`grown by ${megabytes(grown)} since the first ${step} files`);
if (grown > 5e6) process.exitCode = 1;
