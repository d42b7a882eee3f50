import { expect, test } from 'vitest';
import { clearSounds } from '../../sounds/test-support/clear-sounds.ts';
import type { SegmentSearch } from '../segment-search.ts';
import { GrammarGuide } from './grammar-guide.ts';
import { GuideMemory } from './guide-memory.ts';
import { judgeSentences } from './judge-sentences.ts';
import type { SpokenSentence } from './spoken-sentences.ts';
import { characters } from './test-support/characters.ts';
import { boundGrammar } from './test-support/follow.ts';

const SIGNS = ['', ...new Set('wʌntuθɹinIfɔ')];

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
  expansion = '(one | two | three | four | nine) <1->',
) {
  const grammars = [await boundGrammar(expansion)];
  const memory = new GuideMemory();
  const guide = new GrammarGuide(characters, grammars, memory);
  const reader = clearSounds(SIGNS, ['', ...[...sounds].flatMap((sound) => [sound, '']), '']);
  const asked = { freeText: 'to a knife', found, grammars, memory, guide };
  return judgeSentences(segmentWhere(texts), reader, asked);
}

const textOf = ({ sentence }: SpokenSentence) => sentence.words.map(({ word }) => word).join(' ');

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
