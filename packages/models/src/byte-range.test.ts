import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inChunks, joined } from '../test/chunks.ts';
import { cutRange } from './byte-range.ts';

test('a cut equals the slice, whatever the chunk boundaries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.nat(300), { maxLength: 8 }),
      fc.nat(320),
      fc.nat(320),
      async (bytes, cuts, offset, length) => {
        const cut = await joined(cutRange(inChunks(bytes, cuts), { offset, length }));
        expect(cut).toEqual(Buffer.from(bytes.slice(offset, offset + length)));
      },
    ),
  );
});

test('nothing is read past the end of the range', async () => {
  let read = 0;
  async function* counted() {
    for (let i = 0; i < 10; i++) {
      read++;
      yield new Uint8Array(10).fill(i);
    }
  }
  const cut = await joined(cutRange(counted(), { offset: 5, length: 10 }));
  expect(cut).toEqual(Buffer.from([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]));
  expect(read).toBe(2);
});
