import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pieces } from './pieces.ts';

it('gives the bytes that came, in their order', () => {
  const pieces = new Pieces();
  for (const text of ['one ', 'two ', '', 'three']) pieces.add(Buffer.from(text));
  expect(Buffer.from(pieces.take(4)).toString()).toBe('one ');
  pieces.add(Buffer.from(' four'));
  expect(Buffer.from(pieces.take(100)).toString()).toBe('two three four');
  expect([pieces.isEmpty, pieces.take(100).length]).toEqual([true, 0]);
});

it('gives all of them, however they come and are taken', () => {
  const step = fc.oneof(
    fc.record({ add: fc.constantFrom(0, 1, 2, 700, 4095, 4096, 9000) }),
    fc.record({ take: fc.constantFrom(0, 1, 5000, 100_000) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const pieces = new Pieces();
      const taken: Uint8Array[] = [];
      let next = 0;
      for (const each of steps) {
        if ('add' in each) pieces.add(Uint8Array.from({ length: each.add }, () => next++ % 251));
        else taken.push(pieces.take(each.take));
      }
      taken.push(pieces.take(Number.POSITIVE_INFINITY));
      const all = Buffer.concat(taken);
      expect(all.equals(Uint8Array.from({ length: next }, (_, n) => n % 251))).toBe(true);
      expect(pieces.isEmpty).toBe(true);
    }),
  );
});

it('keeps small pieces in few large blocks', () => {
  const pieces = new Pieces();
  for (let n = 0; n < 5000; n++) pieces.add(Uint8Array.of(n));
  const first = pieces.take(5000);
  // One piece, which was not copied again.
  expect([first.length, first.buffer.byteLength]).toEqual([5000, 16 * 1024]);
});
