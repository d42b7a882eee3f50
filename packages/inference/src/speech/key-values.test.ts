import { layerValues, type RecognizerGraphs } from '@locutor/graphs';
import type { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { KeyValues } from './key-values.ts';

const shape = { layers: 2, heads: 1, headSize: 1, maxTokens: 200 } as RecognizerGraphs;
type Tensors = Record<string, Tensor>;

/** A run that writes what it read and one number behind it in every row, as a decoder does. */
function run(cache: KeyValues, added: readonly number[]): void {
  const feeds: Tensors = {};
  const fetches: Tensors = {};
  cache.attach(feeds, fetches, 1);
  for (let layer = 0; layer < shape.layers; layer++) {
    for (const [past, present] of [
      [layerValues.pastKey(layer), layerValues.presentKey(layer)],
      [layerValues.pastValue(layer), layerValues.presentValue(layer)],
    ] as const) {
      const [from, to] = [feeds[past]!, fetches[present]!];
      const length = cache.length;
      for (const [row, value] of added.entries()) {
        const read = (from.data as Float32Array).subarray(row * length, (row + 1) * length);
        (to.data as Float32Array).set([...read, value], row * (length + 1));
      }
    }
  }
  cache.advance(1);
}

function held(cache: KeyValues): number[][] {
  const feeds: Tensors = {};
  cache.attach(feeds, {}, 0);
  const { data, dims } = feeds[layerValues.pastValue(1)]!;
  expect(dims).toEqual([dims[0], 1, cache.length, 1]);
  return Array.from({ length: dims[0]! }, (_, row) => [
    ...(data as Float32Array).subarray(row * cache.length, (row + 1) * cache.length),
  ]);
}

test('rows grow by what a run writes', () => {
  const cache = new KeyValues(shape);
  cache.reset(1);
  for (const value of [1, 2, 3]) run(cache, [value]);
  expect(held(cache)).toEqual([[1, 2, 3]]);
});

test('rows go on from those they are made of, in any number and order', () => {
  const cache = new KeyValues(shape);
  cache.reset(1);
  run(cache, [1]);
  cache.reorder([0, 0, 0]);
  run(cache, [2, 3, 4]);
  cache.reorder([2, 0]);
  run(cache, [5, 6]);
  expect(held(cache)).toEqual([
    [1, 4, 5],
    [1, 2, 6],
  ]);
  cache.reorder([0, 1]);
  cache.reorder([1]);
  expect(held(cache)).toEqual([[1, 2, 6]]);
});

test('nothing is left of the text before, and long texts have room', () => {
  const cache = new KeyValues(shape);
  for (const length of [150, 3, 199]) {
    cache.reset(1);
    expect(cache.length).toBe(0);
    const values = Array.from({ length }, (_, n) => n);
    for (const value of values) run(cache, [value]);
    cache.reorder([0, 0, 0, 0, 0, 0]);
    expect(held(cache)).toEqual(Array.from({ length: 6 }, () => values));
  }
});
