import { readFileSync } from 'node:fs';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { unsignedModel } from '../rewrite/signed-products.ts';
import { kokoroGraphs, type SpeechStages } from './kokoro.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
/** "Hello." */
const ids = BigInt64Array.of(0n, 50n, 83n, 54n, 156n, 31n, 4n, 0n);
let plan: Record<string, Tensor>;

beforeAll(async () => {
  await store.fetch(['kokoro']);
  const style = new Float32Array(
    Uint8Array.from(readFileSync(store.path('kokoro', 'voice-af_heart.bin'))).buffer,
  );
  const planner = await InferenceSession.create(
    unsignedModel(readFileSync(store.path('kokoro', kokoroGraphs.planner))),
    options,
  );
  plan = (await planner.run({
    input_ids: new Tensor('int64', ids, [1, ids.length]),
    style: new Tensor('float32', style.slice(5 * 256, 6 * 256), [1, 256]),
    speed: new Tensor('float32', Float32Array.of(1), [1]),
  })) as Record<string, Tensor>;
});

test('the plan says how long each sign takes', () => {
  const durations = Array.from(plan.durations!.data as BigInt64Array, Number);
  expect(durations).toHaveLength(ids.length);
  const frames = durations.reduce((sum, each) => sum + each, 0);
  expect(plan.states!.dims).toEqual([1, 2 * frames, 512]);
  expect([plan.pitch!.dims, plan.energy!.dims]).toEqual([
    [1, 2 * frames],
    [1, 2 * frames],
  ]);
});

test('every layer of the generator has products of its size', async () => {
  const file = (name: string) => readFileSync(store.path('kokoro', name));
  const stages = JSON.parse(file(kokoroGraphs.stages).toString('utf8')) as SpeechStages;
  const products = file(kokoroGraphs.products);
  expect(stages.map(({ channels, blocks }) => [channels, blocks.length])).toEqual([
    [256, 3],
    [128, 3],
  ]);
  for (const { channels, tone, blocks } of stages) {
    for (const layer of [tone, ...blocks].flat()) {
      expect(layer.inverses).toHaveLength(channels);
      for (const { from, to } of [layer.product, layer.signedProduct!]) {
        const product = await InferenceSession.create(products.subarray(from, to), options);
        const windows = product.inputMetadata.find(({ name }) => name === 'windows');
        expect(windows).toMatchObject({ type: 'uint8', shape: ['frames', layer.taps * channels] });
        expect(product.outputMetadata).toMatchObject([{ name: 'values', shape: ['frames', channels] }]);
        await product.release();
      }
    }
  }
});
