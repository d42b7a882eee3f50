import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_RATE } from './frames.ts';
import { LONGEST_PIECE, piecesOf } from './pieces.ts';

test('pieces of any phrase follow each other, cover it, and are neither long nor tiny', () => {
  const energy = fc.array(fc.float({ min: -5, max: 20, noNaN: true }), { maxLength: 2000 });
  fc.assert(
    fc.property(energy, (values) => {
      const frames = Math.floor(values.length / 2);
      const pieces = piecesOf(frames, values.slice(0, 2 * frames));
      expect(pieces.flatMap(({ from, to }) => [from, to])).toEqual(
        pieces.length === 0 ? [] : [0, ...pieces.slice(1).flatMap(({ from }) => [from, from]), frames],
      );
      for (const { from, to } of pieces) expect(to - from).toBeLessThanOrEqual(LONGEST_PIECE);
      if (pieces.length > 1) for (const { from, to } of pieces) expect(to - from).toBeGreaterThan(5);
    }),
  );
});

test('the first piece is short, and those behind it are longer', () => {
  const pieces = piecesOf(400, new Float32Array(800));
  const lengths = pieces.map(({ from, to }) => to - from);
  expect(lengths[0]).toBeLessThanOrEqual(FRAME_RATE);
  expect(lengths[1]).toBeGreaterThan(lengths[0]!);
});

test('borders are where speech is soft', () => {
  const energy = new Float32Array(400).fill(1);
  energy.fill(0, 42, 46);
  expect(piecesOf(200, energy)[0]).toEqual({ from: 0, to: 22 });
});
