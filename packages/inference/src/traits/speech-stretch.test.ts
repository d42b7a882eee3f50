import fc from 'fast-check';
import { expect, test } from 'vitest';
import { speechStretch } from './speech-stretch.ts';

const spans = fc
  .array(
    fc.tuple(fc.double({ min: 0.01, max: 3, noNaN: true }), fc.double({ min: 0.05, max: 4, noNaN: true })),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((pairs) => {
    let at = 0;
    return pairs.map(([pause, length]) => {
      const start = at + pause;
      at = start + length;
      return { start, end: at };
    });
  });

test('a stretch from the middle of one span', () => {
  expect(speechStretch([{ start: 1, end: 5 }], 2, 6)).toEqual({
    parts: [{ start: 1.75, end: 4.25 }],
    speech: 2,
  });
});

test('long pauses are shortened', () => {
  const { parts } = speechStretch(
    [
      { start: 0, end: 1 },
      { start: 9, end: 10 },
    ],
    2,
    10,
  );
  expect(parts).toEqual([
    { start: 0, end: 1.25 },
    { start: 8.75, end: 10 },
  ]);
});

test('parts are in order, apart, inside the samples, and hold the speech that was asked for', () => {
  fc.assert(
    fc.property(spans, fc.double({ min: 0.1, max: 20, noNaN: true }), (speech, seconds) => {
      const length = speech.at(-1)!.end + 0.1;
      const total = speech.reduce((sum, { start, end }) => sum + end - start, 0);
      const stretch = speechStretch(speech, seconds, length);
      expect(stretch.speech).toBeCloseTo(Math.min(seconds, total));
      let [before, covered] = [0, 0];
      for (const { start, end } of stretch.parts) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeLessThanOrEqual(length);
        before = end;
        for (const span of speech) {
          covered += Math.max(0, Math.min(end, span.end) - Math.max(start, span.start));
        }
      }
      expect(covered).toBeGreaterThanOrEqual(stretch.speech - 1e-6);
      const sound = stretch.parts.reduce((sum, { start, end }) => sum + end - start, 0);
      expect(sound).toBeLessThanOrEqual(stretch.speech + 0.5 * speech.length + 1e-6);
    }),
  );
});
