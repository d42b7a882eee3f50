import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GraphError } from '../errors.ts';
import {
  appendField,
  type Chunks,
  type Field,
  joinChunks,
  readFields,
  readPacked,
  writeVarint,
} from './wire.ts';

const id = fc.integer({ min: 1, max: 2 ** 29 - 1 });
const fixed = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const field: fc.Arbitrary<Field> = fc.oneof(
  fc.record({
    id,
    wire: fc.constant(0 as const),
    value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  }),
  fc.record({ id, wire: fc.constant(1 as const), value: fixed(8) }),
  fc.record({ id, wire: fc.constant(2 as const), value: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ id, wire: fc.constant(5 as const), value: fixed(4) }),
);

function write(fields: readonly Field[]): Uint8Array {
  const chunks: Chunks = { parts: [], size: 0 };
  for (const { id, wire, value } of fields) appendField(chunks, id, wire, value);
  return joinChunks(chunks);
}

test('fields come back as they were written', () => {
  fc.assert(
    fc.property(fc.array(field), (fields) => {
      expect(readFields(write(fields))).toEqual(fields);
    }),
  );
});

test('bytes are handed out as views of the message', () => {
  const message = write([{ id: 9, wire: 2, value: new Uint8Array(1000) }]);
  expect(readFields(message)[0]!.value).toMatchObject({ buffer: message.buffer, byteLength: 1000 });
});

test('a message cut anywhere inside its last field is refused', () => {
  fc.assert(
    fc.property(field, fc.double({ min: 0, max: 1, noNaN: true }), (last, where) => {
      const message = write([last]);
      const cut = 1 + Math.floor(where * (message.length - 1));
      if (cut < message.length) expect(() => readFields(message.subarray(0, cut))).toThrow(GraphError);
    }),
  );
});

test('arbitrary bytes give fields or a GraphError, nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        readFields(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(GraphError);
      }
    }),
  );
});

test('packed numbers keep all 64 bits, and end with a whole one', () => {
  const numbers = [0n, 1n, 127n, 128n, -1n, 2n ** 63n - 1n, -(2n ** 63n)];
  const packed = Uint8Array.from(numbers.flatMap((number) => [...writeVarint(number)]));
  expect(readPacked(packed)).toEqual(numbers);
  expect(() => readPacked(packed.subarray(0, packed.length - 1))).toThrow('ends inside a number');
});
