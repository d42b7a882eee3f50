import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GraphBuilder } from '../onnx/builder.ts';
import { readModel, writeModel } from '../onnx/onnx.ts';
import { unsignedModel } from '../rewrite/signed-products.ts';
import { encoderLayers } from './encoder-layers.ts';
import { graphFiles } from './graph-files.ts';
import { moonshineEncoder } from './moonshine-encoder.ts';
import { INNER_LAYERS, layerValues } from './value-names.ts';

const names = INNER_LAYERS.map(layerValues.inner);
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
const folder = mkdtempSync(join(tmpdir(), 'inner-'));
let whole: InferenceSession;
let cut: InferenceSession;

beforeAll(async () => {
  await store.fetch(['moonshine-base']);
  const source = moonshineEncoder(readModel(readFileSync(store.path('moonshine-base', graphFiles.encoder))));
  const lower = new GraphBuilder('inner');
  const layers = source.layers.slice(0, Math.max(...INNER_LAYERS));
  encoderLayers(lower, { ...source, inner: INNER_LAYERS, layers });
  writeFileSync(join(folder, 'inner.onnx'), writeModel(lower.model()));
  whole = await InferenceSession.create(
    unsignedModel(readFileSync(store.path('moonshine-base', graphFiles.preparedEncoder))),
  );
  cut = await InferenceSession.create(join(folder, 'inner.onnx'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const tone = Float32Array.from({ length: 20_000 }, (_, n) => 0.3 * Math.sin(n / 20) * Math.sin(n / 900));

test('the lower layers alone give the states that the whole encoder has there', async () => {
  const samples = new Tensor('float32', tone, [1, tone.length]);
  const [inWhole, alone] = [await whole.run({ samples }, names), await cut.run({ samples }, names)];
  for (const name of names) {
    expect(inWhole[name]!.dims).toEqual([1, 50, 416]);
    const values = inWhole[name]!.data as Float32Array;
    expect(Math.max(...values)).toBeGreaterThan(0.1);
    expect(alone[name]!.data).toEqual(values);
  }
});

test('layers differ', async () => {
  const samples = new Tensor('float32', tone, [1, tone.length]);
  const [third, fifth] = names.map((name) => name);
  const states = await cut.run({ samples });
  expect(states[third!]!.data).not.toEqual(states[fifth!]!.data);
});
