import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultModelsDir } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { preparers } from '../preparers.ts';
import { unsignedModel } from '../rewrite/signed-products.ts';
import { graphFiles } from './graph-files.ts';
import { recognizerGraphs } from './recognizer-graphs.ts';
import { graphValues, layerValues } from './value-names.ts';

/** Start, English, transcribe, no times. */
const prompt = BigInt64Array.of(50_258n, 50_259n, 50_359n, 50_363n);

describe.each(['whisper-tiny', 'whisper-base'] as const)('%s, prepared', (name) => {
  const shape = recognizerGraphs[name];
  const folder = join(process.env.LOCUTOR_MODELS_DIR || defaultModelsDir(), name);
  const fetched = existsSync(join(folder, graphFiles.decoder));
  const file = (key: string) => readFileSync(join(folder, key));
  let encode: InferenceSession;
  let decode: InferenceSession;

  beforeAll(async () => {
    if (!fetched) return;
    const made = await preparers
      .find((preparer) => preparer.name === shape.family)!
      .run({
        [graphFiles.encoder]: file(graphFiles.encoder),
        [graphFiles.decoder]: file(graphFiles.decoder),
      });
    const open = (name: string) =>
      InferenceSession.create(unsignedModel(made[name]!), { intraOpNumThreads: 1 });
    encode = await open(graphFiles.preparedEncoder);
    decode = await open(graphFiles.preparedDecoder);
  });

  /** Log probabilities after the prompt. */
  async function prepared(features: Tensor): Promise<Float32Array> {
    const { [graphValues.states]: _, ...cross } = await encode.run({ [graphValues.features]: features });
    const past: Record<string, Tensor> = {};
    for (let layer = 0; layer < shape.layers; layer++) {
      for (const key of [layerValues.pastKey(layer), layerValues.pastValue(layer)]) {
        past[key] = new Tensor('float32', new Float32Array(), [1, shape.heads, 0, shape.headSize]);
      }
    }
    const outputs = await decode.run({
      [graphValues.tokens]: new Tensor('int64', prompt, [1, prompt.length]),
      [graphValues.rows]: new Tensor('int64', BigInt64Array.of(3n), [1]),
      ...cross,
      ...past,
    });
    return outputs[graphValues.logProbs]!.data as Float32Array;
  }

  async function published(features: Tensor): Promise<Float32Array> {
    const encoder = await InferenceSession.create(file(graphFiles.encoder), { intraOpNumThreads: 1 });
    const decoder = await InferenceSession.create(file(graphFiles.decoder), { intraOpNumThreads: 1 });
    const { last_hidden_state: states } = await encoder.run({ input_features: features }, [
      'last_hidden_state',
    ]);
    const past: Record<string, Tensor> = {};
    for (const key of decoder.inputNames.filter((key) => key.startsWith('past'))) {
      past[key] = new Tensor('float32', new Float32Array(), [1, shape.heads, 0, shape.headSize]);
    }
    const { logits } = await decoder.run({
      input_ids: new Tensor('int64', prompt, [1, prompt.length]),
      encoder_hidden_states: states!,
      use_cache_branch: new Tensor('bool', [false], [1]),
      ...past,
    });
    return (logits!.data as Float32Array).slice(-shape.vocabulary);
  }

  test('scores the vocabulary as the published graphs do', async (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    // Bands that come and go, over a quiet floor, like the mel features of someone humming.
    const values = Float32Array.from({ length: 80 * 3000 }, (_, at) => {
      const [band, column] = [Math.floor(at / 3000), at % 3000];
      const loud = column < 400 && Math.abs(band - 20 - 10 * Math.sin(column / 40)) < 4;
      return loud ? 1 : -0.5;
    });
    const features = new Tensor('float32', values, [1, 80, 3000]);
    expect(correlation(await prepared(features), await published(features))).toBeGreaterThan(0.98);
  });

  test('takes as many columns as there are, up to thirty seconds', async (ctx) => {
    if (!fetched) ctx.skip(`${name} is not in the model cache`);
    for (const columns of [2, 500, 3000]) {
      const features = new Tensor('float32', new Float32Array(80 * columns), [1, 80, columns]);
      const outputs = await encode.run({ [graphValues.features]: features });
      const { dims } = outputs[layerValues.crossValue(0)]!;
      expect(dims).toEqual([1, shape.heads, columns / 2, shape.headSize]);
    }
  });
});

function correlation(a: Float32Array, b: Float32Array): number {
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [x, y] = [value - meanA, b[at]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}
