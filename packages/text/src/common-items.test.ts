import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonItems } from './common-items.ts';

const isSame = (one: string, other: string) => one === other;
const common = (before: string, after: string) =>
  commonItems(before.split(' '), after.split(' '), isSame).map(({ before: at }) => before.split(' ')[at]);

test.each([
  ['the game was released', 'the game was also released', ['the', 'game', 'was', 'released']],
  ['a b', 'c d', []],
  ['one two one', 'one one', ['one', 'one']],
])('"%s" and "%s" share %j', (before, after, expected) => {
  expect(common(before, after)).toEqual(expected);
});

test('finds rows in order, of items that are the same, and as long as an exhaustive search does', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
  const longestOf = (before: string[], after: string[]): number => {
    if (before.length === 0 || after.length === 0) return 0;
    if (before[0] === after[0]) return 1 + longestOf(before.slice(1), after.slice(1));
    return Math.max(longestOf(before.slice(1), after), longestOf(before, after.slice(1)));
  };
  fc.assert(
    fc.property(list, list, (before, after) => {
      const found = commonItems(before, after, isSame);
      expect(found).toHaveLength(longestOf(before, after));
      for (const [at, pair] of found.entries()) {
        expect(before[pair.before]).toBe(after[pair.after]);
        const last = found[at - 1];
        if (last) expect([pair.before > last.before, pair.after > last.after]).toEqual([true, true]);
      }
    }),
  );
});
