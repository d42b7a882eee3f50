import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeModel } from '../onnx/onnx.ts';
import type { Linear } from '../onnx/source-graph.ts';
import { decoderGraph } from './decoder-graph.ts';
import type { DecoderSource } from './decoder-source.ts';
import { graphValues, layerValues } from './value-names.ts';

const [layers, heads, headSize, tokens, frames] = [2, 2, 12, 40, 9];
const width = heads * headSize;

/** Numbers that look random and are the same in every run. */
function numbers(count: number, seed: number): Float32Array {
  return Float32Array.from(
    { length: count },
    (_, at) => (Math.sin((at + 1) * 12.9898 + seed * 78.233) * 43758.5453) % 1,
  );
}

function linear(rows: number, columns: number, seed: number, bias = false): Linear {
  const weight = Uint8Array.from(numbers(rows * columns, seed), (value) => Math.round(128 + value * 120));
  return {
    rows,
    columns,
    weight,
    scale: 0.012,
    zeroPoint: 127,
    ...(bias ? { bias: numbers(columns, seed + 1) } : {}),
  };
}

function source(family: 'rotary' | 'learnt'): DecoderSource {
  const norm = () => ({
    weight: new Float32Array(width).fill(1),
    epsilon: 1e-5,
    bias: new Float32Array(width),
  });
  const gated = family === 'rotary';
  return {
    heads,
    headSize,
    embedding: {
      tokens,
      width,
      values: Uint8Array.from(numbers(tokens * width, 3), (value) => 128 + value * 100),
      scale: 0.02,
      zeroPoint: 128,
    },
    places: gated
      ? { kind: 'rotary', speeds: Float32Array.of(1, 0.3, 0.1, 0.03) }
      : { kind: 'learnt', table: numbers(20 * width, 5), count: 20 },
    activation: gated ? 'gated' : 'gelu',
    layers: Array.from({ length: layers }, (_, at) => ({
      selfNorm: norm(),
      query: linear(width, width, at * 20 + 1),
      key: linear(width, width, at * 20 + 2),
      value: linear(width, width, at * 20 + 3, true),
      output: linear(width, width, at * 20 + 4),
      crossNorm: norm(),
      crossQuery: linear(width, width, at * 20 + 5),
      crossKey: linear(width, width, at * 20 + 6),
      crossValue: linear(width, width, at * 20 + 7),
      crossOutput: linear(width, width, at * 20 + 8),
      feedNorm: norm(),
      up: linear(width, gated ? 4 * width : 2 * width, at * 20 + 9, true),
      down: linear(2 * width, width, at * 20 + 10),
    })),
    norm: norm(),
  };
}

describe.each(['rotary', 'learnt'] as const)('a decoder with %s places', (family) => {
  let session: InferenceSession;
  beforeAll(async () => {
    session = await InferenceSession.create(writeModel(decoderGraph(source(family))));
  });

  const cross: Record<string, Tensor> = {};
  for (let at = 0; at < layers; at++) {
    for (const name of [layerValues.crossKey(at), layerValues.crossValue(at)]) {
      const values = numbers(heads * frames * headSize, name.length + at);
      cross[name] = new Tensor('float32', values, [1, heads, frames, headSize]);
    }
  }
  const nothing = (batch: number): Record<string, Tensor> => {
    const past: Record<string, Tensor> = {};
    for (let at = 0; at < layers; at++) {
      for (const name of [layerValues.pastKey(at), layerValues.pastValue(at)]) {
        past[name] = new Tensor('float32', new Float32Array(), [batch, heads, 0, headSize]);
      }
    }
    return past;
  };
  const run = (batch: number[][], rows: number[], past: Record<string, Tensor>) =>
    session.run({
      ...cross,
      ...past,
      [graphValues.tokens]: new Tensor('int64', BigInt64Array.from(batch.flat(), BigInt), [
        batch.length,
        batch[0]!.length,
      ]),
      [graphValues.rows]: new Tensor('int64', BigInt64Array.from(rows, BigInt), [rows.length]),
    });
  const next = (outputs: InferenceSession.OnnxValueMapType): Record<string, Tensor> => {
    const past: Record<string, Tensor> = {};
    for (let at = 0; at < layers; at++) {
      past[layerValues.pastKey(at)] = outputs[layerValues.presentKey(at)] as Tensor;
      past[layerValues.pastValue(at)] = outputs[layerValues.presentValue(at)] as Tensor;
    }
    return past;
  };
  const logProbs = (outputs: InferenceSession.OnnxValueMapType) =>
    Array.from(outputs[graphValues.logProbs]!.data as Float32Array);
  /** Root of the mean squared difference, in units of how much the values themselves vary. */
  const distance = (a: number[], b: number[]) => {
    const mean = b.reduce((sum, value) => sum + value, 0) / b.length;
    const squares = (difference: (value: number, at: number) => number) =>
      b.reduce((sum, value, at) => sum + difference(value, at) ** 2, 0);
    return Math.sqrt(squares((value, at) => value - a[at]!) / squares((value) => value - mean));
  };

  const sentence = [1, 7, 30, 12, 5, 22];
  // Ranges for quantisation are chosen per run, so the same token in another company differs a little.
  const closeness = 0.25;

  test.each([1, 2, 3])('all tokens at once give what %i at a time give', async (size) => {
    const whole = await run([sentence], [0, 1, 2, 3, 4, 5], nothing(1));
    let past = nothing(1);
    const stepped: number[] = [];
    for (let at = 0; at < sentence.length; at += size) {
      const outputs = await run([sentence.slice(at, at + size)], [0, 1, 2].slice(0, size), past);
      stepped.push(...logProbs(outputs));
      past = next(outputs);
    }
    expect(logProbs(whole)).toHaveLength(sentence.length * tokens);
    expect(distance(logProbs(whole), stepped)).toBeLessThan(closeness);
  });

  test('the past matters, and the order in it', async () => {
    const one = logProbs(await run([sentence], [5], nothing(1)));
    const other = logProbs(await run([[5, 12, 30, 7, 1, 22]], [5], nothing(1)));
    expect(distance(one, other)).toBeGreaterThan(2 * closeness);
  });

  test('what comes later does not change what came before', async () => {
    const short = logProbs(await run([sentence.slice(0, 3)], [2], nothing(1)));
    const long = logProbs(await run([sentence], [2], nothing(1)));
    expect(distance(short, long)).toBeLessThan(closeness);
  });

  test('every row of a batch attends to the one audio and to its own past', async () => {
    const sentences = [sentence, [3, 9, 9, 14, 2, 8], [39, 0, 1, 2, 3, 4]];
    const together = logProbs(await run(sentences, [5], nothing(3)));
    for (const [at, own] of sentences.entries()) {
      const alone = logProbs(await run([own], [5], nothing(1)));
      expect(distance(alone, together.slice(at * tokens, (at + 1) * tokens))).toBeLessThan(closeness);
    }
  });

  test('probabilities and attention each sum to one', async () => {
    const outputs = await run([sentence, sentence], [5], nothing(2));
    const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);
    expect(sum(logProbs(outputs).map(Math.exp))).toBeCloseTo(2, 4);
    const attention = outputs[layerValues.attention(1)]!;
    expect(attention.dims).toEqual([1, heads, 2 * sentence.length, frames]);
    expect(sum(attention.data as Float32Array)).toBeCloseTo(heads * 2 * sentence.length, 3);
  });
});
