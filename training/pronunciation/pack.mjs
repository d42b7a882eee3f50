// node training/pronunciation/pack.mjs FILE: the words of CMUdict and their sounds, one a line, for train.py.
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The dictionary is a dependency of the package that uses it.
const require = createRequire(new URL('../../packages/pronounce/package.json', import.meta.url));
const { dictionary } = await import(pathToFileURL(require.resolve('cmu-pronouncing-dictionary')).href);

/** Entries that a reader spells out ("a.m.") or that stand for signs teach nothing about spelling. */
const WORD = /^[a-z]+(?:'[a-z]+)*$/;
const VARIANT = /\(\d+\)$/;

const sounds = new Map();
for (const [entry, said] of Object.entries(dictionary)) {
  const word = entry.replace(VARIANT, '');
  if (!WORD.test(word) || word.length < 2) continue;
  const known = sounds.get(word) ?? [];
  // The first is the usual one; the others count as right answers in tests.
  if (VARIANT.test(entry)) known.push(said);
  else known.unshift(said);
  sounds.set(word, known);
}

const out = createWriteStream(process.argv[2]);
for (const [word, said] of sounds) out.write(`${word}\t${said.join('\t')}\n`);
out.end();
