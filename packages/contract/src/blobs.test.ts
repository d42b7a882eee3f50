import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachBlobs, detachBlobs } from './blobs.ts';

const LARGE = 65_536;
const bytes = fc
  .integer({ min: 1, max: 255 })
  .chain((fill) =>
    fc.constantFrom(
      new Uint8Array(LARGE).fill(fill),
      new Float32Array(LARGE).fill(fill),
      new Int16Array(LARGE).fill(fill),
      new Uint8Array(10).fill(fill),
      new Uint8Array(3 * LARGE).subarray(7, 2 * LARGE),
    ),
  );
/** An array by this name is refused: see below. */
const name = fc.string().filter((each) => each !== '__proto__');
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(bytes, fc.string(), fc.constant(null), fc.double(), fc.date()),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(name, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

test('what was removed from an input comes back in its place, and the input is as it was', () => {
  fc.assert(
    fc.property(tree, (input) => {
      const before = structuredClone(input);
      const detached = detachBlobs(input);
      expect(isDeepStrictEqual(input, before)).toBe(true);
      const buffers = detached.bytes.map((part) => part.slice().buffer);
      const crossed = structuredClone(detached.input);
      expect(isDeepStrictEqual(attachBlobs(crossed, detached.blobs, buffers), input)).toBe(true);
    }),
  );
});

test('large arrays do leave the message', () => {
  const audio = new Uint8Array(LARGE);
  const { input, blobs } = detachBlobs({ audio, parts: [{ audio }], note: 'kept' });
  expect(input).toEqual({ audio: undefined, parts: [{ audio: undefined }], note: 'kept' });
  expect(blobs.map((blob) => blob.path)).toEqual([['audio'], ['parts', 0, 'audio']]);
});

test.each([
  [['__proto__', 'polluted']],
  [['constructor', 'prototype', 'polluted']],
  [['missing', 'audio']],
  [['__proto__']],
])('a path that leads elsewhere is refused: %j', (path) => {
  const blob = { path, view: 'Uint8Array' as const, byteLength: 1 };
  expect(() => attachBlobs({}, [blob], [new ArrayBuffer(1)])).toThrow('no array belongs at');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
