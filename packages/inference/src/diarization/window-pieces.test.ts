import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietFrame, windowPieces } from './window-pieces.ts';

/** One digit per ten frames and local speaker: tenths of a probability. */
function speaks(...rows: string[]): { speaks: Float32Array[] } {
  return {
    speaks: rows.map((row) =>
      Float32Array.from([...row].flatMap((digit) => Array(10).fill(Number(digit) / 10))),
    ),
  };
}

function piecesOf(...rows: string[]) {
  const activity = speaks(...rows);
  const frames = activity.speaks[0]!.length;
  return windowPieces(activity, new Uint8Array(frames).fill(1), 100, { from: 0, to: frames }).map(
    ({ from, to, local, alone }) => [from - 100, to - 100, local, alone],
  );
}

describe('pieces of a window', () => {
  test('are stretches of one speaker, and of two', () => {
    expect(piecesOf('999900', '000990', '000000')).toEqual([
      [0, 30, 0, true],
      [30, 40, 0, false],
      [30, 40, 1, false],
      [40, 50, 1, true],
    ]);
  });

  test('go on over a short pause and end with a long one', () => {
    expect(piecesOf('90900', '00000', '00000')).toEqual([[0, 30, 0, true]]);
    expect(piecesOf('90090', '00000', '00000')).toHaveLength(2);
  });

  test('do not go on over what another says', () => {
    expect(piecesOf('909', '090', '000')).toEqual([
      [0, 10, 0, true],
      [10, 20, 1, true],
      [20, 30, 0, true],
    ]);
  });

  test('have what is not quite likely where there may be speech', () => {
    expect(piecesOf('0930', '0000', '0000')).toEqual([[10, 30, 0, true]]);
    const activity = speaks('0930', '0000', '0000');
    expect(windowPieces(activity, new Uint8Array(40), 0, { from: 0, to: 40 })).toEqual([]);
  });

  test('are no longer than about four seconds', () => {
    const lengths = piecesOf('9'.repeat(50), '0'.repeat(50), '0'.repeat(50)).map(
      ([from, to]) => Number(to) - Number(from),
    );
    expect(lengths).toEqual([167, 166, 167]);
  });

  test('have every likely frame of a speaker once, whatever is said', () => {
    const row = fc.array(fc.constantFrom(0, 0.05, 0.3, 0.9), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(row, row, row, (...rows) => {
        const activity = { speaks: rows.map((each) => Float32Array.from(each)) };
        const pieces = windowPieces(activity, new Uint8Array(60).fill(1), 0, { from: 0, to: 60 });
        for (const [local, each] of activity.speaks.entries()) {
          const own = pieces.filter((piece) => piece.local === local);
          for (const [frame, probability] of each.entries()) {
            const holding = own.filter(({ from, to }) => from <= frame && frame < to);
            expect(holding.length).toBeLessThanOrEqual(1);
            if (probability >= 0.5) expect(holding).toHaveLength(1);
          }
        }
      }),
    );
  });
});

describe('the border of two windows', () => {
  test('is in the nearest silence', () => {
    const activity = speaks('99990999999', '00000000000', '00000000000');
    const mask = new Uint8Array(110).fill(1);
    expect(quietFrame(activity, mask, 55)).toBe(49);
    expect(quietFrame(activity, mask.fill(0, 60, 65), 55)).toBe(60);
  });

  test('stays where it is without a silence', () => {
    expect(quietFrame(speaks('9'.repeat(12)), new Uint8Array(120).fill(1), 60)).toBe(60);
  });
});
