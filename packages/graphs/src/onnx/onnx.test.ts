import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Model, readModel, writeModel } from './onnx.ts';
import { floatTensor, floatValues, int64Tensor, int64Values, unsignedValues } from './tensors.ts';
import { valueInfo } from './value-info.ts';
import type { Field } from './wire.ts';

/** Field numbers that no schema here names. */
const unknown: fc.Arbitrary<Field[]> = fc.array(
  fc.record({
    id: fc.integer({ min: 100, max: 5000 }),
    wire: fc.constant(2 as const),
    value: fc.uint8Array({ maxLength: 20 }),
  }),
  { minLength: 1, maxLength: 3 },
);

function sample(): Model {
  return {
    irVersion: 8,
    producer: 'test',
    operatorSets: [{ domain: '', version: 17 }],
    graph: {
      name: 'g',
      inputs: [valueInfo('x', 1, ['batch', 3])],
      outputs: [valueInfo('y', 1, [])],
      initializers: [floatTensor('w', [3], [1, -2.5, 3])],
      nodes: [
        {
          name: 'n',
          opType: 'Clip',
          domain: 'some.domain',
          inputs: ['x', '', 'w'],
          outputs: ['y'],
          attributes: [
            { name: 'i', type: 2, int: -(2n ** 63n), ints: [] },
            { name: 'f', type: 1, float: 0.5, ints: [] },
            { name: 'l', type: 7, ints: [0n, -1n, 2n ** 62n] },
            { name: 't', type: 4, tensor: int64Tensor('c', [2], [-1, 7]), ints: [] },
          ],
        },
      ],
    },
  };
}

test('a model comes back as it was written', () => {
  expect(readModel(writeModel(sample()))).toEqual(sample());
});

test('fields that the reader does not know survive at every level', () => {
  fc.assert(
    fc.property(unknown, unknown, unknown, unknown, unknown, (a, b, c, d, e) => {
      const model = sample();
      model.rest = a;
      model.graph.rest = b;
      model.graph.nodes[0]!.rest = c;
      model.graph.nodes[0]!.attributes[3]!.tensor!.rest = d;
      model.graph.inputs[0]!.rest = e;
      expect(readModel(writeModel(model))).toEqual(model);
    }),
  );
});

test('weights are views of the file', () => {
  const bytes = writeModel(sample());
  expect(readModel(bytes).graph.initializers[0]!.rawData!.buffer).toBe(bytes.buffer);
});

test('values kept as lists of numbers instead of raw bytes are read too', () => {
  const listed = (id: number, value: Uint8Array) => [{ id, wire: 2 as const, value }];
  expect(int64Values({ dims: [2], dataType: 7, rest: listed(7, Uint8Array.of(5, 0x80, 1)) })).toEqual([
    5, 128,
  ]);
  expect(unsignedValues({ dims: [], dataType: 2, rest: listed(5, Uint8Array.of(107)) })).toEqual(
    Uint8Array.of(107),
  );
  const float = new Uint8Array(Float32Array.of(0.25).buffer);
  expect(floatValues({ dims: [], dataType: 1, rest: listed(4, float) })).toEqual(Float32Array.of(0.25));
});

test('signed weights move to unsigned', () => {
  const rawData = new Uint8Array(Int8Array.of(-128, -1, 0, 127).buffer);
  expect(unsignedValues({ dims: [4], dataType: 3, rawData })).toEqual(Uint8Array.of(0, 127, 128, 255));
});

test('an initializer without values, or of another type, is named', () => {
  expect(() => floatValues({ name: 'scale', dims: [], dataType: 1 })).toThrow('scale has no values');
  expect(() => floatValues({ name: 'scale', dims: [], dataType: 7 })).toThrow(
    'scale is of element type 7, not 1',
  );
});
