import { expect, test } from 'vitest';
import { clearSounds } from '../../sounds/test-support/clear-sounds.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { GuideMemory } from './guide-memory.ts';
import { judgeSentences } from './judge-sentences.ts';
import { sentenceText } from './sentence-text.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import { characters } from './test-support/characters.ts';
import { boundGrammar } from './test-support/follow.ts';

const SIGNS = ['', ...new Set('wʌntuθɹinIfɔðəɪdO')];

/** A model to which some texts are as probable as said, in every form, and others hardly ever. */
function segmentWhere(texts: Readonly<Record<string, number>>): SegmentSearch {
  const logProbs = (tokens: readonly number[]) => {
    const text = characters
      .decode([...tokens])
      .toLowerCase()
      .replace(/[.,]/g, '');
    return tokens.map((_, at) => (at === 0 ? (texts[text] ?? -30) : 0));
  };
  return {
    ...{ language: 'en', prompt: [], checkpoint: async () => {} },
    encoded: { inner: new Map(), frames: 6 },
    model: { vocabulary: characters },
    run: { begin() {}, logProbsOf: async (_: unknown, tokens: readonly number[]) => logProbs(tokens) },
  } as unknown as SegmentSearch;
}

function foundByText(text: string, logProb: number, share = 1, filler = false): SpokenSentence {
  const words = text.split(' ').map((word, at) => ({ word, from: at, to: at + 1, filler }));
  const hypothesis = { tokens: [1], logProbs: [logProb], total: logProb, ended: true, state: undefined };
  return { sentence: { lm: 0, words }, hypothesis, logProb, share, distance: 0.5, exact: true };
}

async function judged(
  sounds: string,
  texts: Readonly<Record<string, number>>,
  found: readonly SpokenSentence[],
  ...expansions: string[]
) {
  const all = expansions.length > 0 ? expansions : ['(one | two | three | four | nine) <1->'];
  const grammars = await Promise.all(all.map((each, lm) => boundGrammar(each, 'en', lm)));
  const memory = new GuideMemory();
  const reader = clearSounds(SIGNS, ['', ...[...sounds].flatMap((sound) => [sound, '']), '']);
  const asked = { freeText: 'to a knife', found, grammars, memory };
  return judgeSentences(segmentWhere(texts), reader, asked);
}

const textOf = ({ sentence }: SpokenSentence) => sentenceText(sentence);

test('a sentence that no text came near to is found by its sounds', async () => {
  const [best] = await judged('tunIn', {}, []);
  expect(textOf(best!)).toBe('two nine');
  expect(best!.sentenceLack).toMatchObject({ sounds: 5 });
  expect(best!.sentenceLack!.logProb).toBeLessThan(0.5);
  // Its words have the tokens that they are written with.
  expect(best!.sentence.words.map(({ from, to }) => to - from)).toEqual([3, 'nine.'.length]);
});

test('what sounds otherwise gives way, and the shares are of what sounds alike', async () => {
  const all = await judged('tunIn', { 'two nine': -2.1, 'one nine': -2 }, [foundByText('one nine', -2)]);
  expect(textOf(all[0]!)).toBe('two nine');
  const shares = all.filter(({ sentenceLack }) => sentenceLack).map(({ share }) => share);
  expect(shares.slice(0, 2).reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
});

test('among sentences that sound much alike the text decides', async () => {
  const texts = { 'two nine': -20, 'two one nine': -1 };
  const all = await judged('tunIn', texts, [
    foundByText('two one nine', -1),
    foundByText('two nine', -20, 0.1),
  ]);
  expect(textOf(all[0]!)).toBe('two one nine');
});

test('what GARBAGE takes has no sounds: the text alone decides', async () => {
  const found = [foundByText('anything nine', -2, 1, true)];
  expect(await judged('tunIn', {}, found, '$GARBAGE nine')).toEqual(found);
});

test('nor does another sentence take its place that has none of them', async () => {
  const found = [foundByText('anything nine', -2, 1, true)];
  expect(await judged('tunIn', {}, found, '$GARBAGE nine | two nine two')).toEqual(found);
});

test('a grammar of any words leaves the sentences of others to their sounds', async () => {
  const [best] = await judged('tunIn', {}, [], 'two nine', '$GARBAGE one');
  expect(textOf(best!)).toBe('two nine');
  expect(best!.sentence.lm).toBe(0);
});

test('a sentence is one, in however many ways it may be said', async () => {
  // "The" is said in two ways and more.
  const all = await judged('ðətu', {}, [], 'the two | the nine');
  expect(all.map(textOf).filter((text) => text === 'the two')).toHaveLength(1);
  expect(all[0]!.share).toBeGreaterThan(0.5);
});

test('a sentence of two grammars has all of its share in each', async () => {
  const all = await judged('tunIn', {}, [], 'two nine', 'two nine | one nine');
  expect(all.slice(0, 2).map(textOf)).toEqual(['two nine', 'two nine']);
  expect(all.slice(0, 2).map(({ sentence }) => sentence.lm)).toEqual([0, 1]);
  expect(all[0]!.share).toBeCloseTo(all[1]!.share);
  expect(all[0]!.share).toBeGreaterThan(0.6);
});

test('words with apostrophes are found as the grammar has them', async () => {
  const [best] = await judged('dOntnIn', {}, [], "don't nine | two one");
  expect(textOf(best!)).toBe("don't nine");
});
