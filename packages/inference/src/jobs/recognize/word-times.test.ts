import { expect, test } from 'vitest';
import { timedWords } from './word-times.ts';

const unit = (word: number, start: number, end: number) => ({ word, from: 0, to: 1, start, end });
const word = (text: string, from: number, to = from + 1) => ({ text, from, to });

test('a word has the time of what it was made of', () => {
  expect(
    timedWords(
      [word('pay', 0), word('bill', 1, 3)],
      [0.9, 0.8],
      [unit(0, 1, 2), unit(1, 2, 3), unit(2, 3, 5)],
    ),
  ).toEqual([
    { text: 'pay', score: 0.9, start: 1, end: 2 },
    { text: 'bill', score: 0.8, start: 2, end: 5 },
  ]);
});

test('as many words as digits have a digit each', () => {
  const digits = [unit(0, 1, 1.2), unit(0, 1.5, 1.7)];
  expect(timedWords([word('two', 0), word('five', 0)], [1, 1], digits)).toMatchObject([
    { text: 'two', start: 1, end: 1.2 },
    { text: 'five', start: 1.5, end: 1.7 },
  ]);
});

test('other words share the time by their lengths', () => {
  const [first, second, third] = timedWords(
    [word('two', 0), word('hundred', 0), word('please', 1)],
    [1, 1, 1],
    [unit(0, 0, 0.4), unit(0, 0.4, 0.7), unit(0, 0.7, 1), unit(1, 2, 3)],
  );
  expect([first!.start, first!.end]).toEqual([0, 0.3]);
  expect([second!.start, second!.end]).toEqual([0.3, 1]);
  expect([third!.start, third!.end]).toEqual([2, 3]);
});

test('no words have no times', () => {
  expect(timedWords([], [], [])).toEqual([]);
});
