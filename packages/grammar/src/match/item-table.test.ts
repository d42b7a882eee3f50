import { expect, it } from 'vitest';
import { ItemTable, LAST_GENERATION } from './item-table.ts';

it.each([1, LAST_GENERATION - 3])(
  'finds the items of its column and no others, from generation %i',
  (first) => {
    const table = new ItemTable(first);
    for (let column = 0; column < 8; column++) {
      table.clear();
      for (let state = 0; state < 60; state++) {
        expect(table.find(state, column)).toBe(-1);
        expect(table.find(state, 0)).toBe(-1);
        table.add(state, 0, 100 * column + state);
      }
      for (let state = 0; state < 60; state++) expect(table.find(state, 0)).toBe(100 * column + state);
    }
  },
);

it('forgets what it held when its generations begin anew', () => {
  const late = new ItemTable(LAST_GENERATION);
  late.add(1, 2, 3);
  expect(late.find(1, 2)).toBe(3);
  late.clear();
  expect(late.find(1, 2)).toBe(-1);
  late.add(4, 5, 6);
  expect(late.find(4, 5)).toBe(6);
});
