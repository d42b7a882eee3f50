import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reading } from '../../search/reading.ts';
import { mixedTexts, sideBySide, writtenLike } from './mixed-texts.ts';

/** Words as a model wrote them; compared without case and marks. */
function reading(written: string): Reading {
  const source = written.split(' ').filter((text) => text !== '');
  return {
    source: source.map((text, at) => ({ text, from: at, to: at + 1 })),
    words: source.map((text, at) => ({ text: text.toLowerCase().replace(/\W/g, ''), from: at, to: at + 1 })),
  } as Reading;
}

test('words that both have stand apart from those that only one has', () => {
  expect(sideBySide(reading('It still destroyed, pens.'), reading('it steel pens of'))).toEqual([
    { one: 'It', other: 'it', isCommon: true },
    { one: 'still destroyed,', other: 'steel', isCommon: false },
    { one: 'pens.', other: 'pens', isCommon: true },
    { one: '', other: 'of', isCommon: false },
  ]);
});

test('a text gets the capitals and commas of the model that is asked', () => {
  expect(writtenLike(reading('It still destroyed, pens.'), reading('it steel destroyed pens'))).toBe(
    'It steel destroyed, pens.',
  );
});

test.each([
  ['no difference', 'A b', 'a b', []],
  ['one difference', 'A b', 'a c', []],
  ['two differences', 'A b c', 'x b d', ['x b c', 'A b d']],
  ['three: the last stays', 'A b c d e', 'x b y d z', ['x b c d e', 'A b y d e', 'x b y d e']],
  ['a word that only one has', 'A b c', 'a x b d', ['A x b c', 'A b d']],
])('mixtures where there is %s', (_, one, other, expected) => {
  expect(mixedTexts(reading(one), reading(other)).map(({ asOne }) => asOne)).toEqual(expected);
});

test('mixtures have the same words however they are written, and are neither of the texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const plain = (written: string) => reading(written).words.map((word) => word.text);
      for (const { asOne, asOther } of mixedTexts(reading(one.toUpperCase()), reading(other))) {
        expect(plain(asOne)).toEqual(plain(asOther));
        expect([plain(one).join(' '), plain(other).join(' ')]).not.toContain(plain(asOne).join(' '));
      }
    }),
  );
});
