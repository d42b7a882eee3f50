import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledClip } from './filled-clip.ts';

test('a short clip that may be speech is a segment as a whole', () => {
  expect(filledClip(0.31, 0.44)).toMatchObject([
    { start: 0, end: 0.31, audioStart: 0, audioEnd: 0.31, speech: [{ start: 0, end: 0.31 }], whole: true },
  ]);
});

test('long clips and improbable ones have to begin with speech', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (seconds, clearest) => {
        if (seconds >= 0.6 || clearest < 0.3) expect(filledClip(seconds, clearest)).toEqual([]);
        const more = filledClip(seconds, Math.min(1, clearest + 0.2));
        expect(more.length).toBeGreaterThanOrEqual(filledClip(seconds, clearest).length);
      },
    ),
  );
});
