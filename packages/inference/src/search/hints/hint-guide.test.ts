import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moonshineVocabulary as vocabulary } from '../../speech/moonshine-vocabulary.ts';
import { HintGuide } from './hint-guide.ts';

/** What a text gains in all when it is written token by token, from the guide's first state to its end. */
function gain(guide: HintGuide, text: string): number {
  let state = guide.initial;
  let sum = 0;
  for (const token of [...vocabulary.encode(text), vocabulary.endToken]) {
    const { tokens, others } = guide.choices(state);
    sum += tokens.get(token) ?? others!;
    state = guide.advance(state, token);
  }
  return sum;
}

const guide = new HintGuide(vocabulary, [
  { phrase: 'Locutor', boost: 25 },
  { phrase: 'new york', boost: 100 },
  { phrase: 'york city', boost: 25 },
  { phrase: "o'brien", boost: 25 },
]);

describe('hints', () => {
  test.each([
    ['Locutor', 4],
    ['we call it locutor, always', 4],
    ['LOCUTOR speaks, locutor listens', 8],
    ['New York', 8],
    ['the New-York times', 8],
    ["call O'Brien now", 4],
  ])('favour %j', (text, expected) => {
    expect(gain(guide, text)).toBeCloseTo(expected, 9);
  });

  test.each(['locust', 'we saw a loco today', 'new yolk', 'new ideas', 'york', 'nothing of the kind'])(
    'leave %j as it was',
    (text) => {
      expect(gain(guide, text)).toBeCloseTo(0, 9);
    },
  );

  test('that overlap give the most of them', () => {
    expect(gain(guide, 'new york city')).toBeCloseTo(8, 9);
  });

  test('never cost a text anything, nor give more than its phrases are worth', () => {
    const word = fc.constantFrom(
      'new',
      'york',
      'city',
      'locutor',
      'loc',
      'utor',
      'a',
      'newyork',
      'o',
      'brien',
      '7',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        const gained = gain(guide, words.join(' '));
        const most = words.filter((each) => ['york', 'locutor', 'brien', 'city'].includes(each)).length * 8;
        expect(gained).toBeGreaterThan(-1e-9);
        expect(gained).toBeLessThan(most + 1e-9);
      }),
    );
  });

  test('without a boost change nothing', () => {
    const none = new HintGuide(vocabulary, [{ phrase: 'locutor', boost: 0 }]);
    expect(gain(none, 'locutor')).toBe(0);
  });
});
