import type { RecognizedWord } from '@locutor/contract';
import { describe, expect, test } from 'vitest';
import { findSeam } from './seam.ts';

/** A word every half second from the given time on. */
function words(text: string, from: number): RecognizedWord[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word, n) => ({ text: word, score: 1, start: from + n / 2, end: from + n / 2 + 0.4 }));
}

/** Both sides have the audio from 3 s to 5 s. */
function merged(before: readonly RecognizedWord[], after: readonly RecognizedWord[]) {
  const { keep, skip } = findSeam(before, after, 3, 5);
  return [...before.slice(0, keep), ...after.slice(skip)].map(({ text }) => text).join(' ');
}

describe('a seam', () => {
  test('is at words that both sides have', () => {
    const before = words('a b c d e f g h i j', 0);
    expect(merged(before, words('g h i j k l m n', 3))).toBe('a b c d e f g h i j k l m n');
  });

  test('passes over half words at both edges', () => {
    const before = words('a b c d e f seven eight nine te', 0);
    expect(merged(before, words('even eight nine ten eleven', 3))).toBe(
      'a b c d e f seven eight nine ten eleven',
    );
  });

  test('does not care for case and punctuation', () => {
    const before = words('a b c d e f Good morning. And', 0);
    expect(merged(before, words('good Morning, and welcome', 3))).toBe(
      'a b c d e f Good morning. and welcome',
    );
  });

  test('does not end a sentence where the first side ended', () => {
    const before = words('a b c d e f ladies gentlemen.', 0);
    expect(merged(before, words('lady gentlemen and children', 3))).toBe(
      'a b c d e f ladies gentlemen and children',
    );
  });

  test('without a common word is in the middle of what both have', () => {
    const before = words('a b c d e f one two three four', 0);
    expect(merged(before, words('five six seven eight nine', 3))).toBe(
      'a b c d e f one two seven eight nine',
    );
  });

  test('does not take the same word at another time for a repetition', () => {
    const before = words('a b c d e f no x y', 0);
    expect(merged(before, words('q r s no z', 3))).toBe('a b c d e f no x s no z');
  });

  test('keeps a word that was said twice', () => {
    const before = words('a b c d e f no no', 0);
    expect(merged(before, words('no no no z', 3))).toBe('a b c d e f no no no z');
  });

  test('with nothing on one side keeps the other', () => {
    expect(merged([], words('g h', 4.1))).toBe('g h');
    expect(merged(words('a b c', 0), [])).toBe('a b c');
    expect(merged(words('a b c d e f g h', 0), [])).toBe('a b c d e f g h');
  });
});
