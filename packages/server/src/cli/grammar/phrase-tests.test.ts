import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { readPhraseTests } from './phrase-tests.ts';

it('reads YAML with a grammar, and a list without one', () => {
  const yaml =
    'grammar: a.abnf\ntests:\n  - phrase: two\n    meaning: {n: 2}\n  - {phrase: x, match: false}\n';
  expect(readPhraseTests(yaml, 't.yaml')).toEqual({
    grammar: 'a.abnf',
    tests: [
      { phrase: 'two', match: true, meaning: { n: 2 } },
      { phrase: 'x', match: false },
    ],
  });
  expect(readPhraseTests('[{"phrase": "a"}]', 't.json').tests).toEqual([{ phrase: 'a', match: true }]);
});

it('reads tab-separated lines', () => {
  const tsv = '# phrase\tmeaning\nyes\ttrue\r\n\nmaybe\t-\nno\n';
  expect(readPhraseTests(tsv, 't.TSV').tests).toEqual([
    { phrase: 'yes', match: true, meaning: 'true' },
    { phrase: 'maybe', match: false },
    { phrase: 'no', match: true },
  ]);
});

it.each([
  ['t.yaml', 'a: [', 't.yaml: '],
  ['t.yaml', 'hello', 'expected a list of tests'],
  ['t.yaml', '- hello', 'test 1: expected an object'],
  ['t.yaml', '- {phrase: 12}', 'put it in quotes'],
  ['t.yaml', '- {phrase: a, mening: b}', 'there is no "mening"'],
  ['t.yaml', '- {phrase: a, match: no matter}', 'match is true or false'],
  ['t.yaml', '- {phrase: a, match: false, meaning: b}', 'has no meaning'],
  ['t.yaml', 'grammar: 3\ntests: []', 'grammar is no file name'],
  ['t.tsv', 'a\tb\tc', 't.tsv:1: expected a phrase'],
])('says what is wrong in %s: %j', (file, text, message) => {
  expect(() => readPhraseTests(text, file)).toThrow(message);
});

it('reads or refuses whatever it is given', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('t.yaml', 't.json', 't.tsv'), (text, file) => {
      try {
        for (const test of readPhraseTests(text, file).tests) expect(typeof test.phrase).toBe('string');
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
    }),
  );
});
