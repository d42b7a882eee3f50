import { expect, test } from 'vitest';
import { moonshineVocabulary as vocabulary } from '../../speech/moonshine-vocabulary.ts';
import { tokenWords } from '../../speech/vocabulary.ts';
import { timingUnits } from './timing-units.ts';

function units(text: string) {
  const tokens = vocabulary.encode(text);
  const found = timingUnits(vocabulary, tokens, tokenWords(vocabulary, tokens));
  return found.map(({ word, from, to }) => [word, vocabulary.decode(tokens.slice(from, to)).trim()]);
}

test('a word is a unit with its marks, a number one for each digit', () => {
  expect(units("Don't pay.")).toEqual([
    [0, "Don't"],
    [1, 'pay.'],
  ]);
  expect(units('In 1492, go')).toEqual([
    [0, 'In'],
    [1, '1'],
    [1, '4'],
    [1, '9'],
    [1, '2,'],
    [2, 'go'],
  ]);
});

test('what stands before the first digit belongs to it', () => {
  expect(units('$25')).toEqual([
    [0, '$2'],
    [0, '5'],
  ]);
});

test('units cover all tokens of the words in order', () => {
  const tokens = vocabulary.encode('Call 555-0199 at 3:30 p.m., OK?');
  const found = timingUnits(vocabulary, tokens, tokenWords(vocabulary, tokens));
  expect(found[0]!.from).toBe(0);
  expect(found.at(-1)!.to).toBe(tokens.length);
  expect(found.slice(1).map(({ from }) => from)).toEqual(found.slice(0, -1).map(({ to }) => to));
});
