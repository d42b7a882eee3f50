import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reading } from '../../search/reading.ts';
import { wordScores } from './word-scores.ts';

/** Words of one token each, and the end. */
function reading(logProbs: number[]): Reading {
  const source = logProbs.slice(0, -1).map((_, at) => ({ text: 'x', from: at, to: at + 1 }));
  const words = source.map((_, at) => ({ text: 'x', from: at, to: at + 1 }));
  const hypothesis = { tokens: [], logProbs, total: 0, ended: true, state: undefined };
  return { hypothesis, source, words, text: '' };
}

test('sure words have high scores, doubtful ones low, and the text that of its words on average', () => {
  const sure = wordScores('moonshine', reading([-0.01, -0.01, -0.01]));
  const doubtful = wordScores('moonshine', reading([-2, -3, -2]));
  expect(Math.min(...sure.words)).toBeGreaterThan(0.9);
  expect(Math.max(...doubtful.words)).toBeLessThan(0.3);
  expect(sure.text).toBeCloseTo((sure.words[0]! + sure.words[1]!) / 2);
});

test('the least probable token of a word counts', () => {
  const whole = reading([-0.1, -4, -0.1, -0.1]);
  const joined = { ...whole, words: [{ text: 'xx', from: 0, to: 2 }, whole.words[2]!] };
  const [first, second] = wordScores('moonshine', joined).words;
  expect(first!).toBeCloseTo(wordScores('moonshine', whole).words[1]!);
  expect(second!).toBeGreaterThan(first!);
});

test('a word that an alternative shares with the best text is as likely right in it', () => {
  const best = reading([-0.1, -0.1, -0.1, -0.1]);
  const alternative = reading([-0.1, -5, -0.1, -0.1]);
  const [shared, other] = wordScores('moonshine', alternative, best.hypothesis).words;
  expect(shared).toBe(wordScores('moonshine', best).words[0]);
  expect(other!).toBeLessThan(shared! / 2);
  expect(wordScores('moonshine', alternative).words[0]!).toBeLessThan(0.1);
});

test('no words have no score', () => {
  expect(wordScores('whisper', reading([-1]))).toEqual({ words: [], text: 0 });
  expect(wordScores('whisper', reading([]))).toEqual({ words: [], text: 0 });
});

test('scores are chances, and never fall where a token becomes surer', () => {
  const logProb = fc.double({ min: -30, max: 0, noNaN: true });
  const family = fc.constantFrom<'moonshine' | 'whisper'>('moonshine', 'whisper');
  fc.assert(
    fc.property(
      family,
      fc.array(logProb, { minLength: 2, maxLength: 9 }),
      fc.nat(8),
      (model, logProbs, at) => {
        const before = wordScores(model, reading(logProbs));
        const surer = wordScores(
          model,
          reading(logProbs.map((each, index) => (index === at ? each / 2 : each))),
        );
        for (const [index, score] of before.words.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(surer.words[index]!).toBeGreaterThanOrEqual(score);
        }
        expect(surer.text).toBeGreaterThanOrEqual(before.text - 1e-12);
      },
    ),
  );
});
