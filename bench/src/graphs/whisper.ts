import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { median } from '../statistics.ts';
import { table } from '../table.ts';
import {
  graphFiles,
  graphValues,
  layerValues,
  type RecognizerGraphs,
  recognizerGraphs,
} from './models-graphs.ts';
import { open, processorMs } from './sessions.ts';

/** Start, language, task, no times: what every decode begins with. */
const prompt = [50_258, 50_259, 50_359, 50_363];
const steps = 20;

interface Times {
  encode: number;
  prompt: number;
  step: number;
}

/** Five seconds of audio: the published graphs want them padded to thirty, the prepared take 500 columns. */
export async function benchWhisper(
  model: 'whisper-tiny' | 'whisper-base' | 'whisper-small',
  folder: string,
): Promise<void> {
  const shape = recognizerGraphs[model];
  const rounds: [Times[], Times[]] = [[], []];
  const path = (file: string) => join(folder, file);
  const published = [
    await open(path(graphFiles.encoder), 'published'),
    await open(path(graphFiles.decoder), 'published'),
  ] as const;
  const prepared = [
    await open(path(graphFiles.preparedEncoder), 'prepared'),
    await open(path(graphFiles.preparedDecoder), 'prepared'),
  ] as const;
  for (let round = 0; round < 3; round++) {
    rounds[0].push(await timePublished(...published, shape));
    rounds[1].push(await timePrepared(...prepared, shape));
  }
  const typical = (at: 0 | 1, key: keyof Times) => median(rounds[at].map((times) => times[key]));
  const rows: string[][] = [['', 'published', 'prepared', 'ratio']];
  const add = (label: string, before: number, after: number) =>
    rows.push([label, before.toFixed(1), after.toFixed(1), `${(before / after).toFixed(1)} ×`]);
  add('encoder, ms', typical(0, 'encode'), typical(1, 'encode'));
  add('prompt, ms', typical(0, 'prompt'), typical(1, 'prompt'));
  add('token, ms', typical(0, 'step'), typical(1, 'step'));
  const whole = (at: 0 | 1) => typical(at, 'encode') + typical(at, 'prompt') + steps * typical(at, 'step');
  add(`all, ${steps} tokens, ms`, whole(0), whole(1));
  console.log(`${model}, five seconds of audio, one thread, processor time`);
  console.log(table(rows));
}

function features(columns: number): Tensor {
  // Speed does not depend on what is said.
  const values = Float32Array.from({ length: 80 * columns }, (_, at) => Math.sin(at * at) / 2);
  return new Tensor('float32', values, [1, 80, columns]);
}

function tokens(ids: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
}

async function timePublished(
  encoder: InferenceSession,
  decoder: InferenceSession,
  shape: RecognizerGraphs,
): Promise<Times> {
  let start = processorMs();
  const { last_hidden_state: states } = await encoder.run({ input_features: features(3000) }, [
    'last_hidden_state',
  ]);
  const encode = processorMs() - start;
  const past: Record<string, Tensor> = {};
  for (const name of decoder.inputNames.filter((name) => name.startsWith('past'))) {
    past[name] = new Tensor('float32', new Float32Array(), [1, shape.heads, 0, shape.headSize]);
  }
  const wanted = decoder.outputNames.filter((name) => name === 'logits' || name.startsWith('present'));
  const times: number[] = [];
  for (let step = 0; step <= steps; step++) {
    start = processorMs();
    const input = {
      input_ids: tokens(step === 0 ? prompt : [400 + step]),
      encoder_hidden_states: states!,
      use_cache_branch: new Tensor('bool', [step > 0], [1]),
    };
    const outputs = await decoder.run({ ...input, ...past }, wanted);
    for (const [name, value] of Object.entries(outputs)) {
      if (name === 'logits' || (step > 0 && name.includes('.encoder.'))) continue;
      past[name.replace('present', 'past_key_values')] = value as Tensor;
    }
    times.push(processorMs() - start);
  }
  return { encode, prompt: times[0]!, step: times.slice(1).sort((a, b) => a - b)[steps / 2]! };
}

async function timePrepared(
  encodeGraph: InferenceSession,
  decodeGraph: InferenceSession,
  { layers, heads, headSize }: RecognizerGraphs,
): Promise<Times> {
  let start = processorMs();
  const { [graphValues.states]: _, ...cross } = await encodeGraph.run({
    [graphValues.features]: features(500),
  });
  const encode = processorMs() - start;
  const past: Record<string, Tensor> = {};
  const wanted: string[] = [graphValues.logProbs];
  for (let layer = 0; layer < layers; layer++) {
    for (const name of [layerValues.pastKey(layer), layerValues.pastValue(layer)]) {
      past[name] = new Tensor('float32', new Float32Array(), [1, heads, 0, headSize]);
    }
    wanted.push(layerValues.presentKey(layer), layerValues.presentValue(layer));
  }
  const times: number[] = [];
  for (let step = 0; step <= steps; step++) {
    start = processorMs();
    const ids = step === 0 ? prompt : [400 + step];
    const rows = new Tensor('int64', BigInt64Array.of(BigInt(ids.length - 1)), [1]);
    const input = { [graphValues.tokens]: tokens(ids), [graphValues.rows]: rows };
    const outputs = await decodeGraph.run({ ...input, ...cross, ...past }, wanted);
    for (let layer = 0; layer < layers; layer++) {
      past[layerValues.pastKey(layer)] = outputs[layerValues.presentKey(layer)] as Tensor;
      past[layerValues.pastValue(layer)] = outputs[layerValues.presentValue(layer)] as Tensor;
    }
    times.push(processorMs() - start);
  }
  return { encode, prompt: times[0]!, step: times.slice(1).sort((a, b) => a - b)[steps / 2]! };
}
