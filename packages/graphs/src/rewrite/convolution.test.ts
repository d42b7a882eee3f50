import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, writeModel } from '../onnx/onnx.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { convolve, windowMatrix } from './convolution.ts';

const [outputs, channels, kernel, length] = [5, 3, 4, 31];
const weight = Uint8Array.from({ length: outputs * channels * kernel }, (_, at) => (at * 97) % 256);
const bias = Float32Array.from({ length: outputs }, (_, at) => at - 2);
const [scale, zeroPoint] = [0.01, 120];
// One channel a hundred times the others: what a single 8-bit range cannot hold.
const frames = Float32Array.from(
  { length: length * channels },
  (_, at) => Math.sin(at) * (at % channels ? 1 : 100),
);

function direct(stride: number, padding: number): number[] {
  const result: number[] = [];
  for (let start = -padding; start + kernel <= length + padding; start += stride) {
    for (let output = 0; output < outputs; output++) {
      let sum = bias[output]!;
      for (let channel = 0; channel < channels; channel++) {
        for (let at = 0; at < kernel; at++) {
          const value = frames[(start + at) * channels + channel] ?? 0;
          sum += value * (weight[(output * channels + channel) * kernel + at]! - zeroPoint) * scale;
        }
      }
      result.push(sum);
    }
  }
  return result;
}

test.each([
  [1, 0],
  [2, 0],
  [3, 1],
])(
  'a convolution of stride %i and padding %i keeps small channels beside huge ones',
  async (stride, padding) => {
    const graph = new GraphBuilder('test');
    graph.input(valueInfo('frames', elementType.float, [1, 'frames', channels]));
    const product = {
      rows: kernel * channels,
      columns: outputs,
      weight: windowMatrix(weight, outputs, channels, kernel),
      scale,
      zeroPoint,
      bias,
    };
    const name = convolve(graph, 'convolved', 'frames', { kernel, stride, padding, product });
    graph.output(valueInfo(name, elementType.float, [1, 'windows', outputs]));
    const session = await InferenceSession.create(writeModel(graph.model()));
    const { convolved } = await session.run({ frames: new Tensor('float32', frames, [1, length, channels]) });

    const expected = direct(stride, padding);
    const actual = convolved!.data as Float32Array;
    expect(actual.length).toBe(expected.length);
    // A single range of ±100 in 255 steps would be off by up to 5 here.
    expect(Math.max(...expected.map((value, at) => Math.abs(value - actual[at]!)))).toBeLessThan(0.05);
  },
);
