import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StringTable } from './string-table.ts';

const word = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/["\\\n]/.test(text));

function written(strings: Record<string, string>): Buffer {
  const lines = Object.entries(strings).map(([key, value]) => `  "${key}": "${value}"`);
  return Buffer.from(`/** Strings. */\nexport const strings = {\n${lines.join(',\n')}\n}\n`);
}

test('finds the strings of an object, and no others', () => {
  const objects = fc.dictionary(word, word, { noNullPrototype: true });
  fc.assert(
    fc.property(objects, fc.array(word), (strings, others) => {
      const table = new StringTable(written(strings));
      for (const key of [...Object.keys(strings), ...others]) {
        const expected = Object.hasOwn(strings, key) ? strings[key] : undefined;
        expect(table.get(key)).toBe(expected);
      }
    }),
  );
});

test('finds nothing of every object', () => {
  const table = new StringTable(written({ cat: 'K AE1 T' }));
  expect(['constructor', '__proto__', 'ca', 'catt', ''].map((key) => table.get(key))).toEqual(
    Array(5).fill(undefined),
  );
});
