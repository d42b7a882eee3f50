import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelStore } from '@locutor/models';
import { recognizerNames } from '../word-times/engine-align.ts';
import { data, samplesOf } from './clip-sets.ts';
import { Pair } from './hear.ts';
import { compare, comparedWords } from './word-errors.ts';

/** Brazilian Portuguese, telephone and wide band, by every Whisper that is there. */
export async function printPortuguese(store: ModelStore, modelsDir: string): Promise<void> {
  if (!existsSync(join(data, 'speech-pt/index.tsv'))) {
    console.log('\nPortuguese: its recordings are not on this machine, left out');
    return;
  }
  const rows = readFileSync(join(data, 'speech-pt/index.tsv'), 'utf8').trim().split('\n').slice(1);
  console.log('\nPortuguese: what was said, and what was heard');
  for (const name of recognizerNames.filter((each) => each.startsWith('whisper'))) {
    if (store.missing([name]).length > 0) {
      console.log(`${name}: not fetched, left out`);
      continue;
    }
    const pair = await Pair.load(store, modelsDir, name);
    for (const [file, text] of rows.map((row) => row.split('\t') as [string, string])) {
      const samples = await samplesOf(`speech-pt/${file}`);
      const ours = (await pair.hear(samples, { language: 'pt' })).text;
      const { text: theirs } = await pair.hearReference(samples, 'pt');
      const said = comparedWords(text, 'pt');
      const errors = (heard: string) => compare(said, comparedWords(heard, 'pt')).errors;
      console.log(
        `${name}, ${file}, ${said.length} words: ours ${errors(ours)} wrong, reference ${errors(theirs)}`,
      );
      console.log(`  said       ${text}\n  ours       ${ours}\n  reference  ${theirs}`);
    }
  }
}
