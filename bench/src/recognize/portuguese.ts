import { basename } from 'node:path';
import type { ModelStore } from '@locutor/models';
import { recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { compare, comparedWords } from '../word-errors.ts';
import { recognizerNames } from '../word-times/engine-align.ts';
import { Pair } from './pair.ts';

/** Brazilian Portuguese, telephone and wide band, by every Whisper that is installed. */
export async function printPortuguese(store: ModelStore, modelsDir: string): Promise<void> {
  const all = recordings('speech-pt');
  if (all.length === 0) {
    console.log('\nPortuguese: its recordings are not on this machine, left out');
    return;
  }
  console.log('\nPortuguese: what was said, and what was recognized');
  for (const name of recognizerNames.filter((each) => each.startsWith('whisper'))) {
    if (store.missing([name]).length > 0) {
      console.log(`${name}: not fetched, left out`);
      continue;
    }
    const pair = await Pair.load(store, modelsDir, name);
    for (const { file, text } of all) {
      const samples = await samplesOf(file);
      const ours = (await pair.recognize(samples, { language: 'pt' })).text;
      const { text: theirs } = await pair.decodeReference(samples, 'pt');
      const said = comparedWords(text, 'pt');
      const errors = (found: string) => compare(said, comparedWords(found, 'pt')).errors;
      console.log(
        `${name}, ${basename(file)}, ${said.length} words: ours ${errors(ours)} wrong, reference ${errors(theirs)}`,
      );
      console.log(`  said       ${text}\n  ours       ${ours}\n  reference  ${theirs}`);
    }
  }
}
