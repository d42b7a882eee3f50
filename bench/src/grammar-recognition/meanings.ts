import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelStore } from '@locutor/models';
import { data, samplesOf } from '../recognize/clip-sets.ts';
import { type BenchGrammar, benchGrammar, meaning } from './bench-grammar.ts';
import { Ear, type Hearing } from './ear.ts';
import { foundText } from './pairs.ts';

const grammars = join(import.meta.dirname, '../../../grammars');
const FILES = ['pizza-16k.wav', 'bank-transfer-16k.wav', 'bank-transfer-8k.wav', 'weather-8k.wav'];

/** Portuguese orders: what they mean to both grammars, one of which is not about them. */
export async function printPortuguese(store: ModelStore, modelsDir: string): Promise<void> {
  const model = 'whisper-small';
  if (!existsSync(join(data, 'speech-pt/index.tsv')) || store.missing([model]).length > 0) {
    console.log(`\nPortuguese: the recordings or ${model} are not on this machine, left out`);
    return;
  }
  const texts = new Map(
    readFileSync(join(data, 'speech-pt/index.tsv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  const ear = await Ear.load(store, modelsDir, model);
  const samples = [
    await benchGrammar('pizza', readFileSync(join(grammars, 'pizza-pt.grxml'), 'utf8')),
    await benchGrammar('transfer', readFileSync(join(grammars, 'bank-transfer-pt.abnf'), 'utf8')),
  ];
  console.log(`\nPortuguese orders, ${model}`);
  for (const file of FILES) {
    const hearing = await ear.hear(await samplesOf(`speech-pt/${file}`), 'pt');
    console.log(`${file}\n  said      ${texts.get(file)}\n  free      ${hearing?.text ?? '–'}`);
    if (!hearing) continue;
    for (const grammar of samples)
      console.log(`  ${grammar.name.padEnd(8)}  ${await answer(ear, hearing, grammar)}`);
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
export async function printGarbage(ear: Ear): Promise<void> {
  const index = join(data, 'speech-en/index.tsv');
  if (!existsSync(index)) return;
  const rows = readFileSync(index, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  console.log('\nFiller words around what a grammar wants');
  for (const [text, expansion] of FILLED) {
    const row = rows.find((each) => each[4] === text);
    const hearing = row && (await ear.hear(await samplesOf(`speech-en/${row[0]}`)));
    if (!hearing) continue;
    const grammar = await benchGrammar(
      expansion,
      `#ABNF 1.0 UTF-8;\nlanguage en;\nroot $main;\n$main = ${expansion};\n`,
    );
    console.log(
      `${expansion}\n  said   ${text}\n  free   ${hearing.text}\n  bound  ${await answer(ear, hearing, grammar)}`,
    );
  }
}

async function answer(ear: Ear, hearing: Hearing, grammar: BenchGrammar): Promise<string> {
  const { found, accepted, chance, boundMs } = await ear.bound(hearing, [grammar]);
  const cost = `${boundMs.toFixed(0)} ms beside ${hearing.freeMs.toFixed(0)}`;
  if (!found || !accepted)
    return `no match (${found ? `${(100 * chance).toFixed(0)} % "${foundText(found.sentence)}"` : 'nothing near'}, ${cost})`;
  const text = foundText(found.sentence);
  return `${await meaning(grammar, text)} ← "${text}" (${(100 * chance).toFixed(0)} %, ${cost})`;
}
