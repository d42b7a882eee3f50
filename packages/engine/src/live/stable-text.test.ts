import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StableWords } from './stable-text.ts';

/** What is stable after texts of ever more audio, all of one score. */
function stableAfter(texts: readonly string[], { score = 0.9, step = 0.3, language = 'en' } = {}) {
  const words = new StableWords();
  const found = texts.map((text, n) => words.add({ text, language, score, end: step * (n + 1) }));
  return found.map(({ text, stable }) => [text.slice(0, stable), text.slice(stable)]);
}

test('what was stable once begins every later text', () => {
  const text = fc.constantFrom('a b c', 'a b c d', 'a b c d e f', 'a x c d', 'b c d', '', 'a');
  const heard = fc.record({ text, score: fc.double({ min: 0.8, max: 1, noNaN: true }) });
  let some = 0;
  fc.assert(
    fc.property(fc.array(heard, { maxLength: 20 }), (texts) => {
      const words = new StableWords();
      let stable = '';
      for (const [n, each] of texts.entries()) {
        const found = words.add({ ...each, language: 'en', end: n });
        expect(found.text.startsWith(stable)).toBe(true);
        expect(found.stable).toBeGreaterThanOrEqual(stable.length);
        stable = found.text.slice(0, found.stable);
        if (stable !== '') some += 1;
      }
    }),
  );
  expect(some).toBeGreaterThan(0);
});

describe('a word becomes stable', () => {
  const same = (count: number) => Array.from({ length: count }, () => 'the weather in');
  const textsNeeded = (options: { score?: number; step?: number }) =>
    stableAfter(same(40), options).findIndex(([stable]) => stable !== '') + 1;

  test('the sooner, the surer the texts are that agree on it', () => {
    const needed = [1, 0.97, 0.9, 0.8, 0.7].map((score) => textsNeeded({ score }));
    expect(needed).toEqual([2, 3, 6, 12, 21]);
  });

  test('after fewer texts where they come more rarely', () => {
    expect([0.3, 0.6, 3].map((step) => textsNeeded({ score: 0.7, step }))).toEqual([21, 11, 6]);
  });

  test('with one text that has silence behind it, also as the last one, if that is sure enough', () => {
    const stable = [0.85, 0.8].map((score) => {
      const found = new StableWords().add({
        text: 'the weather in',
        ...{ language: 'en', score, end: 2, isWhole: true },
      });
      return found.stable;
    });
    expect(stable).toEqual([14, 0]);
  });

  test('with a text of less certainty that has silence behind it, where others agree', () => {
    const words = new StableWords();
    const text = { text: 'the weather in', language: 'en', score: 0.8 };
    words.add({ ...text, end: 1 });
    words.add({ ...text, end: 1.3 });
    expect(words.add({ ...text, end: 1.5, isWhole: true }).stable).toBe(11);
  });

  test('not as the last one, of which more may come', () => {
    expect(stableAfter(same(40)).at(-1)).toEqual(['the weather', ' in']);
  });

  test('not while texts differ in it', () => {
    const texts = Array.from({ length: 20 }, (_, n) =>
      n % 3 === 2 ? 'but whether in it' : 'the weather in it',
    );
    for (const [stable] of stableAfter(texts)) expect(stable).toBe('');
  });
});

describe('a text that doubts stable words', () => {
  const sure = Array.from({ length: 6 }, () => 'it is sort of a bit');

  test('goes on where it would without them', () => {
    const doubts = ['it saw a bit more', 'it is of a bit more', 'it is uh sort of a bit more'];
    for (const text of doubts) {
      expect(stableAfter([...sure, text]).at(-1)).toEqual(['it is sort of a', ' bit more']);
    }
  });

  test('makes no word stable', () => {
    const doubts = Array.from({ length: 20 }, () => 'it was sort of a bit more than that');
    expect(stableAfter([...sure, ...doubts]).at(-1)![0]).toBe('it is sort of a');
    const agreed = Array.from({ length: 6 }, () => 'it is sort of a bit more than that');
    expect(stableAfter([...sure, ...doubts, ...agreed.slice(0, 5)]).at(-1)![0]).toBe('it is sort of a');
    expect(stableAfter([...sure, ...doubts, ...agreed]).at(-1)![0]).toBe('it is sort of a bit more than');
  });
});

test('languages without spaces between words are compared by characters', () => {
  const texts = ['こんに', ...Array.from({ length: 5 }, () => 'こんにちは')];
  expect(stableAfter(texts, { language: 'ja' }).at(-1)).toEqual(['こん', 'にちは']);
});
