import { builtinGrammar, compileGrammar } from '@locutor/grammar';
import { numberOf } from '@locutor/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moonshineVocabulary } from '../../speech/moonshine-vocabulary.ts';
import { boundGrammar, follow, guideOf } from './test-support/follow.ts';
import type { BoundGrammar } from './threads.ts';

async function builtin(language: string): Promise<BoundGrammar> {
  const document = builtinGrammar('builtin:grammar/number', { language });
  return { lm: 0, grammar: await compileGrammar(document), language };
}

const reads = (bound: BoundGrammar, text: string) =>
  follow(guideOf(moonshineVocabulary, bound), moonshineVocabulary, text);

test.each(['en', 'pt'])(
  'a number of any size in digits is its words, grouped or not: %s',
  async (language) => {
    const guide = guideOf(moonshineVocabulary, await builtin(language));
    await fc.assert(
      fc.property(fc.integer({ min: 100, max: 999_999_999 }), fc.boolean(), (value, grouped) => {
        const text = grouped ? value.toLocaleString(language === 'en' ? 'en-US' : 'pt-BR') : String(value);
        const found = follow(guide, moonshineVocabulary, text) ?? [];
        expect([text, found.some((words) => numberOf(words.split(' '), language) === value)]).toEqual([
          text,
          true,
        ]);
      }),
      { numRuns: 20 },
    );
  },
);

test('Spanish numbers in digits are their words', async () => {
  const bound = await boundGrammar('seis mil novecientos treinta y siete | treinta y cinco | veintiún', 'es');
  expect(reads(bound, '6.937')).toEqual(['seis mil novecientos treinta y siete']);
  expect(reads(bound, '6937')).toEqual(['seis mil novecientos treinta y siete']);
  expect(reads(bound, '35')).toEqual(['treinta y cinco']);
  expect(reads(bound, '21')).toEqual(['veintiún']);
  expect(reads(bound, '6,937')).toBeUndefined();
});

test.each([
  ['105', 'one hundred five'],
  ['105.', 'one hundred five'],
  ['106', undefined],
  ['1050', undefined],
  ['10', undefined],
  ['1,050', undefined],
  ['250', 'two hundred and fifty'],
  ['6,937 dollars', 'six thousand nine hundred thirty seven dollars'],
  ['6937 dollars', 'six thousand nine hundred thirty seven dollars'],
  ['69,37 dollars', undefined],
  ['6.937 dollars', undefined],
  ['0105', undefined],
])('%j is %j', async (text, sentence) => {
  const bound = await boundGrammar(
    'one hundred five | two hundred and fifty | six thousand nine hundred thirty seven dollars',
  );
  expect(reads(bound, text)).toEqual(sentence && [sentence]);
});

test('digits that no number of the grammar begins with are not begun', async () => {
  const guide = guideOf(moonshineVocabulary, await boundGrammar('two hundred fifty | yes'));
  const begins = (text: string) => {
    let state = guide.initial;
    return moonshineVocabulary.encode(text).every((token) => {
      const allowed = guide.choices(state).tokens.has(token);
      state = guide.advance(state, token);
      return allowed;
    });
  };
  expect(['2', '25', '250'].map(begins)).toEqual([true, true, true]);
  expect(['3', '26', '251', '2500'].map(begins)).toEqual([false, false, false, false]);
});

test('words of a number share its tokens', async () => {
  const bound = await boundGrammar('pay three hundred twenty dollars');
  const guide = guideOf(moonshineVocabulary, bound);
  const tokens = moonshineVocabulary.encode('Pay 320 dollars');
  let state = guide.initial;
  for (const token of tokens) state = guide.advance(state, token);
  const { words } = guide.sentences(state)[0]!;
  expect(words.map(({ word }) => word)).toEqual(['pay', 'three', 'hundred', 'twenty', 'dollars']);
  for (const at of [1, 2, 3]) {
    expect(moonshineVocabulary.decode(tokens.slice(words[at]!.from, words[at]!.to))).toBe('320');
  }
});
