import { join } from 'node:path';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import { compare } from '../word-errors.ts';
import { readClips, readLongClip } from './clips.ts';
import { measureMemory } from './memory.ts';
import { graphFiles, recognizerGraphs } from './models-graphs.ts';
import { PreparedLoop } from './prepared-loop.ts';
import { publishedLoop } from './published-loop.ts';
import { type Decoded, open } from './sessions.ts';
import { copyBandwidth, nodes, publishedStepNodes, stepWeightBytes } from './sizes.ts';
import { textOf, wordsOf } from './transcript.ts';

type Size = 'moonshine-base' | 'moonshine-tiny';
type Loop = (samples: Float32Array, batch?: number) => Promise<Decoded>;

export async function benchMoonshine(model: Size, folder: string, clipCount: number): Promise<void> {
  const shape = recognizerGraphs[model];
  const path = (file: string) => join(folder, file);
  const published = {
    encoder: await open(path(graphFiles.encoder), 'published'),
    decoder: await open(path(graphFiles.decoder), 'published'),
  };
  const prepared = {
    encode: await open(path(graphFiles.preparedEncoder), 'prepared'),
    decode: await open(path(graphFiles.preparedDecoder), 'prepared'),
  };
  const preparedLoop = new PreparedLoop(prepared, shape);
  const loops: [Loop, Loop] = [
    (samples, batch) => publishedLoop(published, shape, samples, batch),
    (samples, batch) => preparedLoop.run(samples, batch),
  ];
  console.log(`\n${model}, one thread, processor time; steps timed on ten seconds of audio`);
  const rows: string[][] = [['', 'published', 'prepared', 'ratio']];
  await addSteps(rows, loops);
  const memory = [
    await measureMemory('published', folder, model),
    await measureMemory('prepared', folder, model),
  ];
  rows.push(row('load, ms', memory[0]!.loadMs, memory[1]!.loadMs));
  rows.push(row('memory once loaded, MB', memory[0]!.loadedMb, memory[1]!.loadedMb));
  rows.push(row('memory after work, MB', memory[0]!.workedMb, memory[1]!.workedMb));
  rows.push(
    row(
      'operators a step',
      publishedStepNodes(path(graphFiles.decoder)),
      nodes(path(graphFiles.preparedDecoder)),
    ),
  );
  rows.push(
    row('operators of the encoder', nodes(path(graphFiles.encoder)), nodes(path(graphFiles.preparedEncoder))),
  );
  await addClips(rows, loops, shape.endToken, clipCount);
  console.log(table(rows));

  const width = shape.heads * shape.headSize;
  const frames = Math.floor(160_000 / shape.samplesPerFrame);
  const megabytes =
    (stepWeightBytes(path(graphFiles.preparedDecoder)) + 8 * shape.layers * frames * width) / 1e6;
  const bandwidth = copyBandwidth();
  console.log(
    `a step reads ${megabytes.toFixed(1)} MB of weights and cross keys and values: ` +
      `${(megabytes / bandwidth).toFixed(1)} ms at the ${bandwidth.toFixed(1)} GB/s this machine copies at`,
  );
}

/** Alternates the two loops, so that both meet the same noise of the machine. */
async function addSteps(rows: string[][], loops: [Loop, Loop]): Promise<void> {
  const clip = await readLongClip();
  for (const loop of loops) await loop(clip);
  for (const batch of [1, 5]) {
    const runs: [Decoded[], Decoded[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      for (const [at, loop] of loops.entries()) runs[at]!.push(await loop(clip, batch));
    }
    const of = (read: (decoded: Decoded) => number[]) =>
      runs.map((run) => median(run.flatMap(read))) as [number, number];
    if (batch === 1) rows.push(row('encoder, ms', ...of(({ encodeMs }) => [encodeMs])));
    rows.push(row(`first token, batch ${batch}, ms`, ...of(({ firstMs }) => [firstMs])));
    rows.push(row(`token, batch ${batch}, ms`, ...of(({ stepMs }) => stepMs)));
  }
}

async function addClips(
  rows: string[][],
  loops: [Loop, Loop],
  endToken: number,
  count: number,
): Promise<void> {
  const { clips, from } = await readClips(count);
  let seconds = 0;
  let words = 0;
  const spent = [0, 0];
  const errors = [0, 0];
  const tokens = { same: 0, all: 0, differing: 0 };
  for (const { samples, text } of clips) {
    seconds += samples.length / 16_000;
    words += wordsOf(text).length;
    const decoded: Decoded[] = [];
    for (const [at, loop] of loops.entries()) {
      const result = await loop(samples);
      decoded.push(result);
      spent[at]! += result.encodeMs + result.firstMs + result.stepMs.reduce((sum, ms) => sum + ms, 0);
      errors[at]! += compare(wordsOf(text), wordsOf(textOf(result.tokens, endToken))).errors;
    }
    const { errors: apart } = compare(decoded[0]!.tokens, decoded[1]!.tokens);
    tokens.same += apart === 0 ? 1 : 0;
    tokens.all += decoded[0]!.tokens.length;
    tokens.differing += apart;
  }
  rows.push(
    row('times real time, end to end', (1000 * seconds) / spent[0]!, (1000 * seconds) / spent[1]!, true),
  );
  if (words > 0) rows.push(row('word errors, %', (100 * errors[0]!) / words, (100 * errors[1]!) / words));
  console.log(
    `${from}, ${seconds.toFixed(0)} s: ${tokens.same} of ${clips.length} transcripts equal token for token, ` +
      `${tokens.differing} of ${tokens.all} tokens differ`,
  );
}

function row(label: string, before: number, after: number, larger = false): string[] {
  const digits = (value: number) => (value < 100 ? value.toFixed(2) : value.toFixed(0));
  return [label, digits(before), digits(after), `${(larger ? after / before : before / after).toFixed(2)} ×`];
}
