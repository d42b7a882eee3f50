import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareSamples } from '../../speech/prepare-samples.ts';
import { emotionWindow } from './emotion-window.ts';

const RATE = 16_000;

test('the window lies in the audio, is no longer than three seconds and has the middle of the speech', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 12, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (seconds, one, other) => {
        const [start, end] = [Math.min(one, other) * seconds, Math.max(one, other) * seconds];
        const speech = [{ start, end }];
        const prepared = prepareSamples(
          new Float32Array(Math.round(seconds * RATE)).fill(0.1),
          speech,
          0.368,
        );
        const { from, to } = emotionWindow(prepared, speech);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(prepared.samples.length);
        expect(to - from).toBeGreaterThan(0);
        expect(to - from).toBeLessThanOrEqual(3 * RATE);
        const middle = ((start + end) / 2) * RATE + prepared.lead;
        expect(middle).toBeGreaterThanOrEqual(from - 2);
        expect(middle).toBeLessThanOrEqual(to + 2);
      },
    ),
  );
});

test('short speech is read with a tenth of a second around it', () => {
  const speech = [
    { start: 1, end: 1.5 },
    { start: 2, end: 2.5 },
  ];
  const prepared = prepareSamples(new Float32Array(4 * RATE).fill(0.1), speech, 0.368);
  const { from, to } = emotionWindow(prepared, speech);
  expect([(from - prepared.lead) / RATE, (to - prepared.lead) / RATE]).toEqual([0.9, 2.6]);
});

test('without known speech it is the start of the audio', () => {
  expect(emotionWindow({ samples: new Float32Array(RATE), lead: 0 }, [])).toEqual({ from: 0, to: RATE });
  const long = { samples: new Float32Array(9 * RATE), lead: 0 };
  expect(emotionWindow(long, [])).toEqual({ from: 3 * RATE, to: 6 * RATE });
});
