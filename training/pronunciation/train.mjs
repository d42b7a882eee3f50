// node training/pronunciation/train.mjs WORDS OUT [--order 5] [--least 1,1,1,1,2]: the model of letters and sounds that says words
// outside the dictionary. Writes OUT/letters-to-sounds.json and .bin.gz; README.md has the format.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { align } from './align.mjs';
import { ngrams } from './ngrams.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { order: { type: 'string', default: '5' }, least: { type: 'string', default: '1,1,1,1,2' } },
});
const [wordsFile, out] = positionals;
const order = Number(values.order);
const least = [0, ...values.least.split(',').map(Number)];
const LETTERS = "'abcdefghijklmnopqrstuvwxyz";
const START = 0;
const END = 1;

/** 0 is the test, 1 chooses among settings, the others train. A word and its plural are in the same part. */
function partOf(word) {
  const stem = word.replace(/(?:'s|s'|s)$/, '');
  return createHash('sha256').update(stem).digest().readUInt32BE(0) % 20;
}

const lines = readFileSync(wordsFile, 'utf8').trimEnd().split('\n');
const entries = lines.map((line) => line.split('\t')).map(([word, said]) => [word, said.split(' ')]);
const sounds = [...new Set(entries.flatMap(([, said]) => said))].sort();
const soundIndex = new Map(sounds.map((sound, at) => [sound, at]));
const words = entries
  .filter(([word]) => partOf(word) >= 2)
  .map(([word, said]) => ({
    letters: Array.from(word, (letter) => LETTERS.indexOf(letter)),
    sounds: said.map((sound) => soundIndex.get(sound)),
  }));
console.log(`${words.length} words, ${sounds.length} sounds`);
const aligned = align(words, LETTERS.length, sounds.length);
console.log(`${aligned.length} aligned`);

// Units that occur once are mistakes of the alignment or foreign names: their words are left out.
const unitKey = (unit) =>
  `${unit.letters.map((at) => LETTERS[at]).join('')} ${unit.sounds.map((at) => sounds[at]).join(' ')}`.trim();
const counts = new Map();
for (const row of aligned)
  for (const unit of row) counts.set(unitKey(unit), (counts.get(unitKey(unit)) ?? 0) + 1);
const common = aligned.filter((row) => row.every((unit) => counts.get(unitKey(unit)) >= 4));
const units = [...new Set(common.flatMap((row) => row.map(unitKey)))].sort();
const unitIndex = new Map(units.map((unit, at) => [unit, at + 2]));
console.log(`${common.length} words of ${units.length} units`);
const rows = common.map((row) => [START, ...row.map((unit) => unitIndex.get(unitKey(unit))), END]);
const model = ngrams(rows, order, units.length + 2, START, least);

// Breadth first, children in the order of their tokens: a node's children lie side by side.
const { tree, kept } = model;
const children = Array.from({ length: model.nodes }, () => []);
for (let node = 1; node < model.nodes; node++) if (kept[node]) children[tree.parents[node]].push(node);
const line = [0];
for (let at = 0; at < line.length; at++)
  line.push(...children[line[at]].sort((a, b) => tree.tokens[a] - tree.tokens[b]));
const parents = line.filter((node) => children[node].length > 0).length;
// A sixteenth of a natural logarithm a step.
const byte = (x) => Math.max(0, Math.min(255, Math.round(-x * 16)));
const signed = (x) => Math.max(-128, Math.min(127, Math.round(x * 16)));
const tokens = Uint16Array.from(line, (node) => tree.tokens[node]);
const probabilities = Uint8Array.from(line, (node) => byte(model.probability[node]));
const backOffs = Int8Array.from(line, (node) => signed(model.backOff[node]));
const childCounts = Uint16Array.from(line, (node) => children[node].length);
console.log(`${line.length} rows kept of ${model.nodes}, ${parents} with children`);
mkdirSync(out, { recursive: true });
const parts = [tokens, childCounts, probabilities, backOffs].map((part) => Buffer.from(part.buffer));
writeFileSync(join(out, 'letters-to-sounds.bin.gz'), gzipSync(Buffer.concat(parts), { level: 9 }));
writeFileSync(
  join(out, 'letters-to-sounds.json'),
  `${JSON.stringify({ order, nodes: line.length, units }, null, 2)}\n`,
);
