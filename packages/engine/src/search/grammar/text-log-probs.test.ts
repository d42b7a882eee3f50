import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SegmentSearch } from '../segment-search.ts';
import { textLogProbs } from './text-log-probs.ts';

const TOKENS = ['.', ...'abc'];

/** After every text each token has a log probability of its own, which a row must not mix up with another's. */
const logProb = (text: string, token: number) =>
  -((text.length * 7 + text.charCodeAt(text.length - 1) + token * 3) % 11) - 1;

function segment(): SegmentSearch {
  let rows: string[] = [];
  const all = () =>
    Promise.resolve(
      Float32Array.from(rows.flatMap((text) => TOKENS.map((_, token) => logProb(`^${text}`, token)))),
    );
  return {
    model: {
      shape: { vocabulary: TOKENS.length, endToken: 0 },
      vocabulary: { encode: (text: string) => [...text].map((letter) => TOKENS.indexOf(letter)) },
    },
    run: {
      begin: () => {
        rows = [''];
      },
      prompt: all,
      step(tokens: readonly number[], parents: readonly number[]) {
        rows = tokens.map((token, row) => rows[parents[row]!]! + TOKENS[token]!);
        return all();
      },
    },
    encoded: {},
    prompt: [],
    checkpoint: async () => {},
  } as unknown as SegmentSearch;
}

function expected(text: string): number {
  return [...text, '.'].reduce(
    (sum, letter, at) => sum + logProb(`^${text.slice(0, at)}`, TOKENS.indexOf(letter)),
    0,
  );
}

test('texts of different lengths have the log probability of all their tokens and the end', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
      expect(await textLogProbs(segment(), texts)).toEqual(texts.map(expected));
    }),
  );
});
