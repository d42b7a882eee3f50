import { readFileSync } from 'node:fs';
import { kokoroGraphs } from '@locutor/graphs';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { ToneSpectrum } from './tone-spectrum.ts';

const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR || defaultModelsDir() });
const BANDS = 11;
const STILL = Math.fround(-0.03);

test('is what the published operators give, but for empty bands', async () => {
  await store.fetch(['kokoro']);
  const { window } = JSON.parse(readFileSync(store.path('kokoro', kokoroGraphs.source), 'utf8'));
  const samples = Float32Array.from(
    { length: 600 },
    (_, at) => 0.4 * Math.sin(at / 3) + 0.3 * Math.sin(2.1 * at),
  );
  const graph = await InferenceSession.create(store.path('kokoro', kokoroGraphs.spectrum));
  const source = new Tensor('float32', samples, [1, samples.length, 1]);
  const expected = (await graph.run({ source })).spectrum!;
  await graph.release();
  const columns = ToneSpectrum.columnsOf(samples.length);
  expect(expected.dims).toEqual([1, 2 * BANDS, columns]);
  const values = expected.data as Float32Array;
  const spectrum = new ToneSpectrum({ window, still: STILL, stillColumn: [] }).of(samples);
  expect(spectrum).toHaveLength(values.length);
  for (let at = 0; at < BANDS * columns; at++) {
    expect(Math.abs(spectrum[at]! - values[at]!)).toBeLessThan(1e-4);
    const apart = Math.abs(spectrum[BANDS * columns + at]! - values[BANDS * columns + at]!);
    // A phase of π is one of −π.
    if (values[at]! > 0.01) expect(Math.min(apart, 2 * Math.PI - apart)).toBeLessThan(0.01);
  }
});

test('gives the column of a stretch without a voice where a window sees nothing else', () => {
  const window = Array.from({ length: 20 }, (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * at) / 10));
  const stillColumn = Array.from({ length: 2 * BANDS }, (_, row) => row + 100);
  const samples = new Float32Array(100).fill(STILL);
  samples[50] = 0.5;
  const spectrum = new ToneSpectrum({ window, still: STILL, stillColumn }).of(samples);
  const columns = ToneSpectrum.columnsOf(100);
  const isStill = Array.from({ length: columns }, (_, column) => spectrum[column] === 100);
  // Windows of columns 9 to 12 reach the sample at 50; that of column 12 begins with it.
  expect(isStill.flatMap((still, column) => (still ? [] : [column]))).toEqual([9, 10, 11, 12]);
  for (let row = 0; row < 2 * BANDS; row++) expect(spectrum[row * columns]).toBe(row + 100);
});
