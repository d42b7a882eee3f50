import { expect, test, vi } from 'vitest';
import type { Hypothesis } from '../../search/beam-search.ts';
import type { Guide } from '../../search/guide.ts';
import type { Vocabulary } from '../../speech/vocabulary.ts';
import { agreedCandidates, needsNoSecond } from './agreed-candidates.ts';
import type { FreeSearch } from './free-search.ts';

/** A token is a letter or a blank. */
const vocabulary = {
  bytes: (token: number) => Uint8Array.of(token),
  decode: (tokens: readonly number[]) => String.fromCharCode(...tokens).trimStart(),
  encode: (text: string) => [...` ${text}`].map((letter) => letter.charCodeAt(0)),
} as unknown as Vocabulary;

type Totals = Record<string, number>;

/**
 * A model that found some texts, best first, and knows the log probability of others; what it does not know is
 * improbable.
 */
function opinion(found: Totals, others: Totals, { sentences = 1, bonus = 0 } = {}) {
  const logProbsOf = vi.fn(async (_: unknown, tokens: readonly number[]) => [
    others[vocabulary.decode(tokens)] ?? -20,
  ]);
  const hypotheses = Object.entries(found).map(([text, total]): Hypothesis => {
    const tokens = vocabulary.encode(text);
    const logProbs = [...tokens.map(() => 0), total - bonus];
    return { tokens, logProbs, total, ended: true, state: undefined };
  });
  const model = { vocabulary, shape: { family: 'moonshine' } };
  const input = { sentences, written: false };
  const segment = {
    model,
    run: { begin: () => {}, logProbsOf },
    language: 'en',
    prompt: [],
    input,
    checkpoint: async () => {},
  };
  return { search: { segment, hypotheses } as unknown as FreeSearch, logProbsOf };
}

const texts = async (one: ReturnType<typeof opinion>, other: ReturnType<typeof opinion>) =>
  (await agreedCandidates(one.search, other.search)).map(({ text }) => text);

test('the text that both find probable comes before the best of either', async () => {
  const one = opinion({ 'broken pans': -1, 'broken pens': -1.5 }, { 'spoken pens': -9 });
  const other = opinion({ 'spoken pens': -1, 'broken pens': -1.5 }, { 'broken pans': -9 });
  expect(await texts(one, other)).toEqual(['broken pens', 'broken pans', 'spoken pens']);
});

test('a text that only one found is scored by the other', async () => {
  const one = opinion({ 'go on': -4 }, { 'go home': -1 });
  const other = opinion({ 'go home': -2 }, { 'go on': -8 });
  expect(await texts(one, other)).toEqual(['go home', 'go on']);
  expect(one.logProbsOf).toHaveBeenCalledOnce();
  expect(other.logProbsOf).toHaveBeenCalledOnce();
});

test('a mixture of the best texts comes first where both find it probable', async () => {
  const one = opinion({ 'Broken, old pans': -3 }, { 'Spoken, old pens': -9, 'Broken, old pens': -2 });
  const other = opinion({ 'spoken old pens': -3 }, { 'broken old pans': -9, 'broken old pens': -2 });
  expect((await texts(one, other))[0]).toBe('broken old pens');
});

test('each model is asked for texts as it would write them itself', async () => {
  const one = opinion({ 'Yes, I do.': -1 }, {});
  const other = opinion({ 'yes you do': -2 }, {});
  await texts(one, other);
  const asked = (calls: unknown[][]) => calls.map(([, tokens]) => vocabulary.decode(tokens as number[]));
  expect(asked(one.logProbsOf.mock.calls)).toEqual(['Yes, you do.']);
  expect(asked(other.logProbsOf.mock.calls)).toEqual(['yes I do']);
});

test('a hint counts in a mixture too', async () => {
  const hint = { phrase: 'pens', boost: 100 };
  const withGuide = (each: ReturnType<typeof opinion>) => {
    const guide: Guide<boolean> = {
      initial: true,
      choices: () => ({ tokens: new Map([[hint.phrase.charCodeAt(3), 3]]), others: 0 }),
      advance: () => true,
    };
    Object.assign(each.search, { guide });
    return each;
  };
  const best = { 'broken old pans': -3 };
  const others = { 'spoken old pens': -9, 'broken old pens': -5, 'spoken old pans': -30 };
  const second = () => opinion({ 'spoken old pens': -3 }, { 'broken old pans': -4, 'broken old pens': -5 });
  expect((await texts(opinion(best, others), second()))[0]).toBe('broken old pans');
  expect((await texts(withGuide(opinion(best, others)), second()))[0]).toBe('broken old pens');
});

test('where both write the same and one text is wanted, nothing is scored again', async () => {
  const one = opinion({ yes: -1, yet: -2 }, {});
  const other = opinion({ yes: -1, guess: -2 }, {});
  expect(await texts(one, other)).toEqual(['yes']);
  expect(one.logProbsOf).not.toHaveBeenCalled();
  expect(other.logProbsOf).not.toHaveBeenCalled();
});

test('alternatives are those of both, with scores that do not rise', async () => {
  const one = opinion({ yes: -1, yet: -2 }, { guess: -7 }, { sentences: 5 });
  const other = opinion({ yes: -1, guess: -2 }, { yet: -9 }, { sentences: 5 });
  const candidates = await agreedCandidates(one.search, other.search);
  expect(candidates.map(({ text }) => text)).toEqual(['yes', 'guess', 'yet']);
  const scores = candidates.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('a hint counts for both models, though only one found the hinted text', async () => {
  const hinted = (bonus: number) => opinion({ 'kris aquino': -6 + bonus }, { 'chris akino': -6 }, { bonus });
  const other = opinion({ 'chris akino': -3 }, { 'kris aquino': -8 });
  expect(await texts(hinted(0), other)).toEqual(['chris akino', 'kris aquino']);
  expect(await texts(hinted(4), other)).toEqual(['kris aquino', 'chris akino']);
});

test('where one model found nothing, the texts of the other are left', async () => {
  const one = opinion({}, { hello: -3 });
  const other = opinion({ hello: -2 }, {});
  expect(await texts(one, other)).toEqual(['hello']);
});

test.each([
  [0.99, 1, true],
  [0.5, 1, false],
  [0.99, 2, false],
])('a best text with a score of %d where %d are wanted is enough: %s', (score, sentences, expected) => {
  const best = { text: 'yes', score, words: async () => [] };
  expect(needsNoSecond([best], { sentences })).toBe(expected);
  expect(needsNoSecond([], { sentences })).toBe(false);
});
