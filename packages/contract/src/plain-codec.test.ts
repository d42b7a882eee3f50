import { isDeepStrictEqual } from 'node:util';
import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePlain, encodePlain, MOST_DEEP } from './plain-codec.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  // MessagePack writes whole numbers as such, and 0 and -0 are the same one.
  fc.double().map((each) => each + 0),
  fc.integer(),
  fc.uint8Array(),
  fc.int16Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
);
const key = fc.string().filter((each) => each !== '__proto__');
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(fc.oneof(tie('tree'), fc.constant(undefined)), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(fc.tuple(fc.string(), tie('tree')), { maxLength: 3 }).map((entries) => new Map(entries)),
    fc.array(fc.string(), { maxLength: 3 }).map((items) => new Set(items)),
  ),
}));

test('what was encoded comes back equal', () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(isDeepStrictEqual(decodePlain(encodePlain(value)), value)).toBe(true);
    }),
  );
});

test('zero has no sign', () => {
  expect(decodePlain(encodePlain(-0))).toBe(0);
});

test('a property that is undefined is left out', () => {
  expect(decodePlain(encodePlain({ kept: 1, gone: undefined }))).toStrictEqual({ kept: 1 });
});

test('bytes of others are decoded or refused, and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodePlain(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test('a prototype cannot be sent', () => {
  const bytes = encode(JSON.parse('{"__proto__": {"polluted": 1}}'));
  expect(() => decodePlain(bytes)).toThrow('__proto__');
});

test.each([[new (class Thing {})()], [() => {}], [new URL('http://a')], [new Error('x')]])(
  '%s is not plain data',
  (value) => {
    expect(() => encodePlain({ value })).toThrow('is not plain data');
  },
);

/** A value in so many others. */
function nest(depth: number, around: (value: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = around(value);
  return value;
}

const HOLDERS: [string, (value: unknown) => unknown][] = [
  ['lists', (value) => [value]],
  ['objects', (value) => ({ value })],
  ['maps', (value) => new Map([['a', value]])],
  ['keys of maps', (value) => new Map([[value, 1]])],
  ['sets', (value) => new Set([value])],
  ['lists with gaps', (value) => [undefined, value]],
];

/** MessagePack's own encoder has a limit as well; whoever wants to harm us does not use it. */
function write(value: unknown): Uint8Array {
  try {
    return encodePlain(value);
  } catch {
    return encode(value, { maxDepth: 10_000 });
  }
}

test.each(HOLDERS)('%s in each other have a limit', (_, around) => {
  const allowed = nest(MOST_DEEP - 1, around);
  expect(isDeepStrictEqual(decodePlain(encodePlain(allowed)), allowed)).toBe(true);
  expect(() => decodePlain(write(nest(MOST_DEEP + 1, around)))).toThrow('levels deep');
});

test.each([
  ['a million lists', () => new Uint8Array(1_000_000).fill(0x91).fill(1, -1)],
  ['300,000 objects', () => Buffer.from(`${'81a161'.repeat(300_000)}01`, 'hex')],
  ['500 maps, as bytes in bytes', () => encodePlain(nest(500, (value) => new Map([[value, 1]])))],
])('%s in each other are refused, and nothing crashes', (_, bytes) => {
  expect(() => decodePlain(bytes())).toThrow('levels deep');
});

test('a length that the bytes cannot have takes no memory', () => {
  // A list of 4,000,000,000 items, in five bytes.
  expect(() => decodePlain(Uint8Array.of(0xdd, 0xee, 0x6b, 0x28, 0))).toThrow(/length/i);
});
