import { editDistance } from '@locutor/text';
import type { Reading } from '../../search/reading.ts';

/**
 * The text with the fewest wrong words to be expected, if one of the texts was said, each with the probability that the
 * model gives it. The most probable text may be the only one with some word where all others agree on another.
 */
export function fewestErrors(readings: readonly Reading[]): Reading | undefined {
  const most = Math.max(...readings.map(({ hypothesis }) => hypothesis.total));
  const texts = readings.map((reading) => ({
    words: reading.words.map(({ text }) => text),
    probability: Math.exp(reading.hypothesis.total - most),
  }));
  const expected = texts.map(({ words }) =>
    texts.reduce((sum, other) => sum + other.probability * editDistance(other.words, words), 0),
  );
  return readings[expected.indexOf(Math.min(...expected))];
}
