import type { ModelStore } from '@locutor/models';
import { graphFiles, recognizerGraphs } from '../graphs/models-graphs.ts';
import { processorMs } from '../graphs/sessions.ts';
import { copyBandwidth, stepWeightBytes } from '../graphs/sizes.ts';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { DecoderRun, type SpeechModel, topTokens } from './engine-recognize.ts';
import type { Pair } from './pair.ts';

const STEPS = 40;
const ROUNDS = 3;
const ROWS = [1, 3, 5] as const;
const SECONDS = 10;

/** A step of the decoder with so many beams: what follows each is looked for, as the search does. */
export async function printSteps(pair: Pair, store: ModelStore, samples: Float32Array): Promise<void> {
  const { model } = pair;
  const audio = samples.subarray(0, SECONDS * 16_000);
  const run = new DecoderRun(model);
  const ours = new Map<number, number[]>(ROWS.map((rows) => [rows, []]));
  const theirs = new Map<number, number[]>(ROWS.map((rows) => [rows, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const rows of ROWS) {
      ours.get(rows)!.push(...(await steps(model, run, audio, rows)));
      theirs.get(rows)!.push(...(await pair.reference.run(audio, 'en', rows)).stepMs);
    }
  }
  console.log(`\nA token of ${pair.name}, ${SECONDS} s of audio, one thread, processor ms`);
  const rows = ROWS.map((count) => {
    const [our, their] = [median(ours.get(count)!), median(theirs.get(count)!)];
    return [count, our.toFixed(2), their.toFixed(2), `${(their / our).toFixed(2)} ×`];
  });
  console.log(table([['beams', 'ours', 'reference', 'ratio'], ...rows]));
  const { layers, heads, headSize } = recognizerGraphs[pair.name];
  const { frames } = await model.encode(audio);
  const bytes =
    stepWeightBytes(store.path(pair.name, graphFiles.preparedDecoder)) +
    8 * layers * frames * heads * headSize;
  const bandwidth = copyBandwidth();
  console.log(
    `a step reads ${(bytes / 1e6).toFixed(1)} MB of weights, keys and values: ` +
      `${(bytes / 1e6 / bandwidth).toFixed(1)} ms at the ${bandwidth.toFixed(1)} GB/s this machine copies at`,
  );
}

async function steps(
  model: SpeechModel,
  run: DecoderRun,
  audio: Float32Array,
  rows: number,
): Promise<number[]> {
  const { vocabulary } = model.shape;
  run.begin(await model.encode(audio));
  let scores = await run.prompt(model.prompt('en'));
  let token = topTokens(scores, 1, -100, () => false)[0]!.token;
  let parents = new Array<number>(rows).fill(0);
  const times: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    const start = processorMs();
    scores = await run.step(new Array<number>(rows).fill(token), parents);
    for (let row = rows - 1; row >= 0; row--) {
      const top = topTokens(
        scores.subarray(row * vocabulary, (row + 1) * vocabulary),
        rows + 1,
        -22,
        () => false,
      );
      token = top[0]!.token;
    }
    times.push(processorMs() - start);
    parents = parents.map((_, row) => row);
  }
  return times;
}
