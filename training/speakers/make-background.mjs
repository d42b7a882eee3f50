// node training/speakers/make-background.mjs [--heard FILE]
// Makes packages/engine/background/voices.bin from the recordings in ../shared/data. With a FILE, what was heard is kept
// there, or taken from there if it exists. The same recordings give the same bytes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { conditions } from '../../bench/dist/verify/accuracy-conditions.js';
import { Hearer } from '../../bench/dist/verify/accuracy-hear.js';
import { recordings } from '../../bench/dist/verify/accuracy-recordings.js';
import { defaultModelsDir, ModelStore, models } from '../../packages/engine/dist/index.js';
import { backgroundFile } from './background-file.mjs';
import { fitBackground } from './fit-background.mjs';
import { asLine, readHeard, writeHeard } from './heard-file.mjs';

const { values } = parseArgs({ options: { heard: { type: 'string' } } });
const target = fileURLToPath(new URL('../../packages/engine/background/voices.bin', import.meta.url));

/** Each recording as it is and in two other conditions, so that what a line does to a voice is known as no person's. */
function conditionsOf(_, n) {
  const [clean, ...others] = conditions;
  const first = n % others.length;
  const second = (first + 1 + (Math.floor(n / others.length) % (others.length - 1))) % others.length;
  return [clean, others[first], others[second]];
}

async function hear() {
  const hearer = await Hearer.load(
    new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() }),
  );
  const wanted = recordings().filter(({ half }) => half === 'background');
  if (wanted.length === 0) throw new Error('there are no recordings in ../shared/data');
  const lines = [];
  for await (const heard of hearer.hearAll(wanted, conditionsOf)) {
    lines.push(asLine(heard));
    if (lines.length % 300 === 0) console.log(`heard ${lines.length} of ${3 * wanted.length}`);
  }
  return lines;
}

const file =
  values.heard ?? fileURLToPath(new URL('../../bench/out/speakers-background.jsonl', import.meta.url));
mkdirSync(dirname(file), { recursive: true });
if (!values.heard || !existsSync(file)) writeHeard(file, await hear());
const heard = readHeard(file);
const modelSha256 = models.find(({ name }) => name === 'speaker-embedding').files[0].sha256;
const bytes = backgroundFile({ modelSha256, ...fitBackground(heard) });
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, bytes);
const people = new Set(heard.map(({ speaker }) => speaker)).size;
console.log(`${heard.length} recordings of ${people} people, ${bytes.length} bytes in ${target}`);
