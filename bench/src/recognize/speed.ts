import type { ModelStore } from '@locutor/engine';
import { graphFiles, recognizerGraphs } from '../graphs/engine-graphs.ts';
import { processorMs } from '../graphs/sessions.ts';
import { copyBandwidth, stepWeightBytes } from '../graphs/sizes.ts';
import { median } from '../pool/measures.ts';
import { table } from '../table.ts';
import { type Clip, clipSets, clipsOf } from './clip-sets.ts';
import { DecoderRun, type SpeechModel, SpeechModels, topTokens } from './engine-recognize.ts';
import type { Pair } from './hear.ts';

const STEPS = 40;
const ROUNDS = 3;
const ROWS = [1, 3, 5] as const;
const SECONDS = 10;

/** A step of the decoder with so many beams: what follows each is looked for, as the search does. */
export async function printSteps(pair: Pair, store: ModelStore, samples: Float32Array): Promise<void> {
  const model = await new SpeechModels(store).get(pair.name);
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

/** The whole of it on the same clips, in turns. */
export async function printEndToEnd(pair: Pair, count: number): Promise<void> {
  const clips: Clip[] = [];
  for (const set of clipSets.filter(({ name }) => !name.includes('digits') && !name.includes('phone')))
    clips.push(...(await clipsOf(set, set.name.startsWith('long') ? Math.ceil(count / 4) : count)));
  if (clips.length === 0) return;
  const spent = { find: 0, timed: 0, untimed: 0, reference: 0 };
  let seconds = 0;
  for (const { samples } of clips) {
    const timed = await pair.hear(samples);
    spent.find += timed.findMs;
    spent.timed += timed.recognizeMs;
    spent.untimed += (await pair.hear(samples, { words: 'none' })).recognizeMs;
    spent.reference += (await pair.hearReference(samples)).ms;
    seconds += samples.length / 16_000;
  }
  const row = (name: string, ms: number) => [
    name,
    (ms / seconds).toFixed(1),
    ((1000 * seconds) / ms).toFixed(1),
    `${(spent.reference / ms).toFixed(2)} ×`,
  ];
  console.log(
    `\nEnd to end, ${pair.name}, ${clips.length} clips, ${seconds.toFixed(0)} s, one thread, processor time`,
  );
  console.log(
    table([
      ['', 'ms a second', 'times real time', 'to the reference'],
      row('reference: encoder and greedy loop, whole clip', spent.reference),
      row('ours: endpointer, beam search, word times', spent.find + spent.timed),
      row('without word times', spent.find + spent.untimed),
      row('without endpointer and word times', spent.untimed),
      row('the endpointer', spent.find),
    ]),
  );
}
