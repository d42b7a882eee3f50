// node training/speakers/make-background.mjs [--embeddings FILE] [--out FILE] [--people N]
// Makes packages/inference/weights/background/voices.bin, or the FILE of --out, from the recordings in ../shared/data. Embeddings are
// kept in the FILE of --embeddings, or read from there if it exists. The same recordings give the same bytes. With
// --people, only so many people are used, to try the command.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { evenly } from '../../bench/dist/corpora/recordings.js';
import { hashOf } from '../../bench/dist/corpora/speakers.js';
import { Embedder } from '../../bench/dist/verify/accuracy-embed.js';
import { embeddedOrKept } from '../../bench/dist/verify/accuracy-embedding-file.js';
import { recordings } from '../../bench/dist/verify/accuracy-recordings.js';
import { defaultModelsDir, ModelStore, models } from '../../packages/models/dist/index.js';
import { backgroundFile } from './background-file.mjs';
import { fitBackground } from './fit-background.mjs';

const { values } = parseArgs({
  options: { embeddings: { type: 'string' }, out: { type: 'string' }, people: { type: 'string' } },
});
const target =
  values.out ??
  fileURLToPath(new URL('../../packages/inference/weights/background/voices.bin', import.meta.url));
const background = recordings().filter(({ half }) => half === 'background');
const speakers = [...new Set(background.map(({ speaker }) => speaker))];
const chosen = new Set(evenly(speakers, Number(values.people ?? speakers.length)));
const wanted = background.filter(({ speaker }) => chosen.has(speaker));
if (wanted.length === 0) throw new Error('there are no recordings in ../shared/data');

/**
 * Each recording as it is, over a telephone line, and after what an encoder or a room does to it, so that this is known as
 * no person's, and that there are people of both bands to compare with.
 */
function tasksOf({ file }) {
  const lines = ['8 kHz', 'G.711'];
  const others = ['MP3', 'noise 10 dB'];
  const pick = (some, what) => some[hashOf(`${file} ${what}`) % some.length];
  return ['clean', pick(lines, 'line'), pick(others, 'other')].map((condition) => ({ condition }));
}

const dir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
const embedded = await embeddedOrKept(values.embeddings, async function* () {
  const embedder = await Embedder.load(new ModelStore({ dir }));
  yield* embedder.embedAll(wanted, tasksOf);
});
const modelSha256 = models.find(({ name }) => name === 'speaker-embedding').files[0].sha256;
const { people, ...fitted } = fitBackground(embedded);
const bytes = backgroundFile({ modelSha256, ...fitted });
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, bytes);
console.log(`${embedded.length} recordings of ${people} people, ${bytes.length} bytes in ${target}`);
