import { expect, test } from 'vitest';
import type { Hypothesis } from '../beam-search.ts';
import type { Found } from './distinct-sentences.ts';
import { spokenSentences } from './spoken-sentences.ts';
import { segmentWith } from './test-support/scored-texts.ts';

/** A sentence that was written as the first text of a segment. */
const found = (text: string, filler = false): Found => ({
  sentence: { lm: 0, words: text.split(' ').map((word, at) => ({ word, from: at, to: at + 1, filler })) },
  hypothesis: { tokens: [1], logProbs: [-3, 0], total: -3, ended: true, state: undefined } as Hypothesis,
  logProb: -3,
  share: 1,
});
const readings = (freeText: string, ...sentences: string[]) => ({
  freeText,
  plain: () => freeText,
  isSentence: (_lm: number, words: readonly string[]) => sentences.includes(words.join(' ')),
});
const scores = { '4547': -3, 'Four five forty seven.': -12, 'Four, five, four, seven.': -4 };

test('figures that were spoken otherwise lack what their words lack', async () => {
  const [first] = await spokenSentences(
    segmentWith(scores),
    [found('four five forty seven')],
    readings('four five four seven'),
  );
  expect(first!.logProb).toBeCloseTo(-3 - 8);
  expect(first).toMatchObject({ exact: true, distance: 0 });
});

test('figures lack nothing where they are spoken as the sentence has it', async () => {
  const [first] = await spokenSentences(
    segmentWith({ ...scores, 'Four five forty seven.': -2 }),
    [found('four five forty seven')],
    readings('four five four seven'),
  );
  expect(first!.logProb).toBe(-3);
});

test('another reading that is a sentence as well speaks against nothing', async () => {
  const [first] = await spokenSentences(
    segmentWith(scores),
    [found('four five forty seven')],
    readings('four five four seven', 'four five four seven'),
  );
  expect(first!.logProb).toBe(-3);
});

test('words and what GARBAGE takes are left as they are', async () => {
  const words = segmentWith({ 'Call home.': -3, 'Call, home.': -1 });
  expect((await spokenSentences(words, [found('call home')], readings('call rome')))[0]).toMatchObject({
    logProb: -3,
    exact: false,
  });
  const [filler] = await spokenSentences(
    segmentWith(scores),
    [found('four five forty seven', true)],
    readings('four five four seven'),
  );
  expect(filler!.logProb).toBe(-3);
});

test('single words are judged exactly', async () => {
  const [first] = await spokenSentences(segmentWith({ Yes: -3 }), [found('yes')], readings('guess'));
  expect(first).toMatchObject({ exact: true });
});

test('where free speech has nothing but numbers, another sentence is judged as strictly as they are', async () => {
  const exact = async (text: string, freeText: string) =>
    (await spokenSentences(segmentWith({ 'to the knife': -3 }), [found(text)], readings(freeText)))[0]!.exact;
  expect(await exact('tuesday nine', 'two nine')).toBe(true);
  expect(await exact('tuesday nine', 'to the knife')).toBe(false);
  expect(await exact('two nine', 'to the knife')).toBe(true);
});
