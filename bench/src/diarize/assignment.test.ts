import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestAssignment } from './assignment.ts';

/** All one-to-one assignments, by trying them. */
function bestByTrying(gain: readonly (readonly number[])[]): number {
  const rows = gain.length;
  const columns = gain[0]?.length ?? 0;
  let best = Number.NEGATIVE_INFINITY;
  const tryRow = (row: number, used: Set<number>, sum: number, left: number) => {
    if (row === rows) {
      if (left === 0) best = Math.max(best, sum);
      return;
    }
    if (rows - row > left) tryRow(row + 1, used, sum, left);
    for (let column = 0; column < columns; column++) {
      if (used.has(column) || left === 0) continue;
      used.add(column);
      tryRow(row + 1, used, sum + gain[row]![column]!, left - 1);
      used.delete(column);
    }
  };
  tryRow(0, new Set(), 0, Math.min(rows, columns));
  return best;
}

describe('the best assignment', () => {
  test('of nothing is nothing', () => {
    expect(bestAssignment([])).toEqual([]);
    expect(bestAssignment([[], []])).toEqual([-1, -1]);
  });

  test('gives up a good pair for two better ones', () => {
    expect(
      bestAssignment([
        [10, 9],
        [9, 1],
      ]),
    ).toEqual([1, 0]);
  });

  test('is one-to-one and as good as the best of all', () => {
    const size = fc.integer({ min: 1, max: 5 });
    const matrix = fc.tuple(size, size).chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
    fc.assert(
      fc.property(matrix, (gain) => {
        const columns = bestAssignment(gain);
        const used = columns.filter((column) => column >= 0);
        expect(new Set(used).size).toBe(used.length);
        expect(used.length).toBe(Math.min(gain.length, gain[0]!.length));
        const sum = columns.reduce((total, column, row) => total + (column < 0 ? 0 : gain[row]![column]!), 0);
        expect(sum).toBe(bestByTrying(gain));
      }),
    );
  });
});
