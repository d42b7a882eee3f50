import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelStore } from '@locutor/models';
import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { type BenchGrammar, benchGrammar, meaning } from './bench-grammar.ts';
import { type FreeRecognition, GrammarRecognizer } from './grammar-recognizer.ts';
import { foundText } from './pairs.ts';

const grammars = join(import.meta.dirname, '../../../grammars');
const FILES = ['pizza-16k.wav', 'bank-transfer-16k.wav', 'bank-transfer-8k.wav', 'weather-8k.wav'];

/** Portuguese orders: what they mean to both grammars, one of which is not about them. */
export async function printPortuguese(store: ModelStore, modelsDir: string): Promise<void> {
  const model = 'whisper-small';
  const texts = new Map(recordings('speech-pt').map(({ file, text }) => [file, text]));
  if (texts.size === 0 || store.missing([model]).length > 0) {
    console.log(`\nPortuguese: the recordings or ${model} are not on this machine, left out`);
    return;
  }
  const recognizer = await GrammarRecognizer.load(store, modelsDir, model);
  const samples = [
    await benchGrammar('pizza', readFileSync(join(grammars, 'pizza-pt.grxml'), 'utf8')),
    await benchGrammar('transfer', readFileSync(join(grammars, 'bank-transfer-pt.abnf'), 'utf8')),
  ];
  console.log(`\nPortuguese orders, ${model}`);
  for (const file of FILES) {
    const path = `speech-pt/${file}`;
    const free = await recognizer.recognize(await samplesOf(path), 'pt');
    console.log(`${file}\n  said      ${texts.get(path)}\n  free      ${free?.text ?? '–'}`);
    if (!free) continue;
    for (const grammar of samples)
      console.log(`  ${grammar.name.padEnd(8)}  ${await answer(recognizer, free, grammar)}`);
  }
}

const FILLED: readonly (readonly [file: string, text: string])[] = [
  ['yes that is right', '$GARBAGE (yes | no) $GARBAGE'],
  ['no clothes no money', '$GARBAGE (yes | no) $GARBAGE'],
  ['david ran away from the cat', '$GARBAGE (cat | dog | goose) $GARBAGE'],
  ['so betty went to find the sheep', '$GARBAGE (find | lose) [the] (sheep | cow)'],
  ['i have no idea of what this done', '$GARBAGE (find | lose) [the] (sheep | cow)'],
];

/** A few words wanted, and whatever is said around them. */
export async function printGarbage(recognizer: GrammarRecognizer): Promise<void> {
  const all = recordings('speech-en');
  if (all.length === 0) return;
  console.log('\nFiller words around what a grammar wants');
  for (const [text, expansion] of FILLED) {
    const recording = all.find((each) => each.text === text);
    const free = recording && (await recognizer.recognize(await samplesOf(recording.file)));
    if (!free) continue;
    const grammar = await benchGrammar(
      expansion,
      `#ABNF 1.0 UTF-8;\nlanguage en;\nroot $main;\n$main = ${expansion};\n`,
    );
    console.log(
      `${expansion}\n  said   ${text}\n  free   ${free.text}\n  bound  ${await answer(recognizer, free, grammar)}`,
    );
  }
}

async function answer(
  recognizer: GrammarRecognizer,
  free: FreeRecognition,
  grammar: BenchGrammar,
): Promise<string> {
  const { found, accepted, chance, boundMs } = await recognizer.bind(free, [grammar]);
  const cost = `${boundMs.toFixed(0)} ms beside ${free.freeMs.toFixed(0)}`;
  if (!found || !accepted)
    return `no match (${found ? `${(100 * chance).toFixed(0)} % "${foundText(found.sentence)}"` : 'nothing near'}, ${cost})`;
  const text = foundText(found.sentence);
  return `${await meaning(grammar, text)} ← "${text}" (${(100 * chance).toFixed(0)} %, ${cost})`;
}
