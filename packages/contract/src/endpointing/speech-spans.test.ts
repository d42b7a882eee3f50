import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speechSpans } from './speech-spans.ts';

const WINDOW = 0.1;
/** One digit per window of 100 ms, in tenths. */
function spans(digits: string, options = {}) {
  const probabilities = [...digits].map((digit) => Number(digit) / 10);
  const plain = { minSpeechMs: 0, minSilenceMs: 200, paddingMs: 0, ...options };
  return speechSpans(probabilities, WINDOW, digits.length * WINDOW, plain).map(({ start, end }) => [
    Math.round(start * 1000),
    Math.round(end * 1000),
  ]);
}

describe('speech spans', () => {
  test('begin at the threshold and end where silence began', () => {
    expect(spans('004590001')).toEqual([[300, 500]]);
    expect(spans('0059')).toEqual([[200, 400]]);
    expect(spans('444444')).toEqual([]);
  });

  test('hold on between the two thresholds', () => {
    expect(spans('0944444400')).toEqual([[100, 800]]);
    expect(spans('0944444400', { releaseThreshold: 0.45 })).toEqual([[100, 200]]);
  });

  test('bridge a silence that is too short', () => {
    expect(spans('90900')).toEqual([[0, 300]]);
    expect(spans('900900')).toEqual([
      [0, 100],
      [300, 400],
    ]);
  });

  test('that are too short are dropped', () => {
    expect(spans('9000999000', { minSpeechMs: 200 })).toEqual([[400, 700]]);
  });

  test('are padded within the audio, sharing a narrow gap', () => {
    expect(spans('0900', { paddingMs: 500 })).toEqual([[0, 400]]);
    expect(spans('0090090000', { paddingMs: 150 })).toEqual([
      [50, 400],
      [400, 750],
    ]);
  });

  test('are in order, apart and inside the audio, whatever the parameters', () => {
    const probability = fc.float({ min: 0, max: 1, noNaN: true });
    const options = fc.record({
      threshold: fc.double({ min: 0.05, max: 1, noNaN: true }),
      minSpeechMs: fc.nat({ max: 1000 }),
      minSilenceMs: fc.nat({ max: 1000 }),
      paddingMs: fc.nat({ max: 1000 }),
    });
    fc.assert(
      fc.property(
        fc.array(probability),
        options,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (row, given, cut) => {
          const seconds = Math.max(0, row.length - cut) * WINDOW;
          let last = 0;
          for (const { start, end } of speechSpans(row, WINDOW, seconds, given)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThanOrEqual(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(seconds);
        },
      ),
    );
  });
});
