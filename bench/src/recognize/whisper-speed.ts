import type { ModelStore } from '@locutor/models';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { recognizerNames } from '../word-times/engine-align.ts';
import { Pair } from './pair.ts';

const ROUNDS = 3;

/** Five seconds through Whisper: the product, and the usual pipeline that pads them to thirty. */
export async function printWhisperSpeed(
  store: ModelStore,
  modelsDir: string,
  speech: Float32Array,
): Promise<void> {
  const samples = speech.subarray(0, 5 * 16_000);
  const rows: (string | number)[][] = [
    ['model', 'padded, ms', 'ours, ms', 'ratio', 'without word times, ms', 'ratio'],
  ];
  for (const name of recognizerNames.filter((each) => each.startsWith('whisper'))) {
    if (store.missing([name]).length > 0) {
      console.log(`${name}: not fetched, left out`);
      continue;
    }
    const pair = await Pair.load(store, modelsDir, name);
    const [padded, ours, untimed]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      padded.push((await pair.decodeReference(samples)).ms);
      const timed = await pair.recognize(samples);
      ours.push(timed.findMs + timed.recognizeMs);
      const { findMs, recognizeMs } = await pair.recognize(samples, { words: 'none' });
      untimed.push(findMs + recognizeMs);
    }
    const [reference, all, part] = [median(padded), median(ours), median(untimed)];
    rows.push([
      name,
      reference.toFixed(0),
      all.toFixed(0),
      `${(reference / all).toFixed(2)} ×`,
      part.toFixed(0),
      `${(reference / part).toFixed(2)} ×`,
    ]);
  }
  console.log('\nWhisper on 5 s of speech, one thread, processor time; ours with the endpointer');
  console.log(table(rows));
}
