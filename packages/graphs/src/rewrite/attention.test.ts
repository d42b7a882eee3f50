import fc from 'fast-check';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, expect, test } from 'vitest';
import { GraphBuilder } from '../onnx/builder.ts';
import { elementType, writeModel } from '../onnx/onnx.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { attend, exponentials } from './attention.ts';

let session: InferenceSession;
beforeAll(async () => {
  const graph = new GraphBuilder('test');
  graph.input(valueInfo('matches', elementType.float, ['queries', 'keys']));
  graph.input(valueInfo('values', elementType.float, ['keys', 'size']));
  const found = attend(graph, 'test', 'matches', 'values');
  graph.output(valueInfo(found, elementType.float, ['queries', 'size']));
  session = await InferenceSession.create(writeModel(graph.model()));
});

function softmax(row: readonly number[]): number[] {
  const most = Math.max(...row);
  const shares = row.map((score) => Math.exp(score - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

const score = fc.double({ min: -2000, max: 2000, noNaN: true }).map(Math.fround);
const value = fc.double({ min: -10, max: 10, noNaN: true }).map(Math.fround);
const cases = fc
  .record({ keys: fc.integer({ min: 1, max: 40 }), queries: fc.integer({ min: 1, max: 4 }) })
  .chain(({ keys, queries }) =>
    fc.record({
      matches: fc.array(fc.array(score, { minLength: keys, maxLength: keys }), {
        minLength: queries,
        maxLength: queries,
      }),
      values: fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: keys, maxLength: keys }),
    }),
  );

test('finds the mean of the values weighted by softmax, however large the scores', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ matches, values }) => {
      const outputs = await session.run({
        matches: new Tensor('float32', matches.flat(), [matches.length, values.length]),
        values: new Tensor('float32', values.flat(), [values.length, 3]),
      });
      const found = Object.values(outputs)[0]!.data as Float32Array;
      const expected = matches.flatMap((row) => {
        const shares = softmax(row);
        return [0, 1, 2].map((column) =>
          shares.reduce((sum, share, at) => sum + share * values[at]![column]!, 0),
        );
      });
      expect(found.length).toBe(expected.length);
      for (const [at, wanted] of expected.entries()) expect(found[at]).toBeCloseTo(wanted, 3);
    }),
    { numRuns: 60 },
  );
});

test('uses no operator of softmax, which rounds differently by processor', () => {
  const graph = new GraphBuilder('test');
  exponentials(graph, 'test', 'matches');
  expect(graph.model().graph.nodes.map(({ opType }) => opType)).toEqual([
    'ReduceMax',
    'Sub',
    'Exp',
    'ReduceSum',
  ]);
});
