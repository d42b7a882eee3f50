import { VAD_WINDOW, WINDOW_SECONDS } from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CutUtterance, UtteranceCutter } from './utterance-cutter.ts';

const QUARTER = 0.25;

/** Cuts windows of which only the probabilities matter; the samples of a window are its number. */
function cut(
  probabilities: readonly number[],
  most = Number.POSITIVE_INFINITY,
  endSilence: number | undefined = QUARTER,
): CutUtterance[] {
  const rms = 0.1;
  const cutter = new UtteranceCutter(endSilence);
  const found = probabilities.map((probability, n) =>
    cutter.push(
      { samples: new Float32Array(VAD_WINDOW).fill(n), reading: { probability, rms, peak: rms } },
      most,
    ),
  );
  return [...found, cutter.finish()].filter((utterance) => utterance !== undefined);
}

const spoken = (windows: number) => Array<number>(windows).fill(0.9);
const silent = (windows: number) => Array<number>(windows).fill(0.01);
const inWindows = ({ start, end, speech }: CutUtterance) =>
  [start, end, speech].map((seconds) => Math.round(seconds / WINDOW_SECONDS));

describe('an utterance', () => {
  test('ends after a second of silence by default', () => {
    const pauses = (windows: number) => {
      const cutter = new UtteranceCutter();
      const found = [...spoken(20), ...silent(windows), ...spoken(5)].map((probability) =>
        cutter.push(
          { samples: new Float32Array(VAD_WINDOW), reading: { probability, rms: 0.1, peak: 0.1 } },
          Number.POSITIVE_INFINITY,
        ),
      );
      return [...found, cutter.finish()].filter((utterance) => utterance !== undefined).map(inWindows);
    };
    expect(pauses(31)).toEqual([[0, 56, 25]]);
    expect(pauses(32)).toEqual([
      [0, 20, 20],
      [52, 57, 5],
    ]);
  });

  test('ends after the silence that is set, from one window to three seconds', () => {
    const speech = (windows: number) => [...spoken(3), ...silent(windows), ...spoken(3)];
    for (const [seconds, windows] of [
      [0.01, 1],
      [0.25, 8],
      [3, 94],
    ] as const) {
      expect(cut(speech(windows - 1), Number.POSITIVE_INFINITY, seconds)).toHaveLength(1);
      expect(cut(speech(windows), Number.POSITIVE_INFINITY, seconds)).toHaveLength(2);
    }
  });

  test('keeps a quarter of a second of the silence behind it, however much ends it', () => {
    const [found, next] = cut([...spoken(3), ...silent(60), ...spoken(3)], Number.POSITIVE_INFINITY, 1);
    expect(found!.tail.map((samples) => samples[0])).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(next!.lead.map((samples) => samples[0])).toEqual(Array.from({ length: 16 }, (_, n) => 47 + n));
  });

  test('is what lies between two silences of 250 ms', () => {
    const found = cut([...silent(10), ...spoken(20), ...silent(8), ...spoken(5), ...silent(30)]);
    expect(found.map(inWindows)).toEqual([
      [10, 30, 20],
      [38, 43, 5],
    ]);
  });

  test('goes on over a shorter silence, which is no speech', () => {
    expect(cut([...spoken(10), ...silent(7), ...spoken(10)]).map(inWindows)).toEqual([[0, 27, 20]]);
  });

  test('ends with the audio', () => {
    expect(cut([...silent(3), ...spoken(4)]).map(inWindows)).toEqual([[3, 7, 4]]);
  });

  test('does not end after the audio', () => {
    const cutter = new UtteranceCutter();
    const reading = { probability: 0.9, rms: 0.1, peak: 0.1 };
    cutter.push({ samples: new Float32Array(VAD_WINDOW), reading }, 10);
    cutter.push({ samples: new Float32Array(VAD_WINDOW / 2), reading }, 10);
    const utterance = cutter.finish()!;
    expect([utterance.end, utterance.speech]).toEqual([1.5 * WINDOW_SECONDS, 1.5 * WINDOW_SECONDS]);
  });

  test('does not begin with doubtful windows, but goes on with them', () => {
    expect(cut([0.4, 0.4, 0.6, 0.4, 0.4, 0.3]).map(inWindows)).toEqual([[2, 5, 3]]);
  });

  test('is the same under a limit that it does not exceed', () => {
    const speech = [...silent(20), ...spoken(6), ...silent(2), ...spoken(6), ...silent(20)];
    const free = cut(speech);
    for (const windows of [12, 12.01, 13, 100]) expect(cut(speech, windows * WINDOW_SECONDS)).toEqual(free);
    expect(cut(speech, 11.9 * WINDOW_SECONDS)).toHaveLength(2);
  });

  test('is cut where it has all the speech that may be used, and goes on as the next', () => {
    const found = cut([...spoken(6), ...silent(2), ...spoken(6)], 10.9 * WINDOW_SECONDS);
    expect(found.map(inWindows)).toEqual([
      [0, 12, 10],
      [12, 14, 2],
    ]);
  });

  test('says that it is the rest of one that was cut, however doubtful, but not after a silence', () => {
    const most = 10.9 * WINDOW_SECONDS;
    const continues = (...after: number[]) =>
      cut([...spoken(10), ...after], most).map((each) => each.continues);
    expect(continues(0.4)).toEqual([false, true]);
    expect(continues(...silent(7), 0.4)).toEqual([false, true]);
    expect(continues(...silent(8), 0.9)).toEqual([false, false]);
    expect(continues(...silent(8), 0.4)).toEqual([false]);
  });

  test('knows its windows, what came right before and after, and the background around', () => {
    const [first, second] = cut([
      ...silent(20),
      ...spoken(3),
      ...silent(2),
      ...spoken(1),
      ...silent(8),
      ...spoken(2),
      ...silent(1),
    ]);
    expect(first!.windows.map(({ samples, voiced }) => [samples[0], voiced])).toEqual([
      [20, true],
      [21, true],
      [22, true],
      [23, false],
      [24, false],
      [25, true],
    ]);
    const numbers = (some: readonly Float32Array[]) => some.map((samples) => samples[0]);
    expect(numbers(first!.lead)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(numbers(first!.tail)).toEqual([26, 27, 28, 29, 30, 31, 32, 33]);
    expect(numbers(second!.lead)).toEqual(numbers(first!.tail));
    expect(numbers(second!.tail)).toEqual([36]);
    expect(first!.background).toBeCloseTo(0.01);
  });

  test('without any silence has no known background', () => {
    expect(cut(spoken(5))[0]!.background).toBeUndefined();
    expect(cut([...spoken(5), ...silent(5), ...spoken(5)])[0]!.background).toBeUndefined();
    expect(cut([...spoken(5), ...silent(8)])[0]!.background).toBeCloseTo(0.01);
  });
});

test('a limit that no utterance exceeds changes nothing about any of them', () => {
  const windows = fc.array(fc.constantFrom(0.01, 0.4, 0.95), { maxLength: 120 });
  const endSilence = fc.constantFrom(0.01, 0.1, QUARTER, 1);
  fc.assert(
    fc.property(windows, endSilence, fc.integer({ max: 50, min: 0 }), (probabilities, silence, more) => {
      const free = cut(probabilities, Number.POSITIVE_INFINITY, silence);
      const longest = Math.max(0, ...free.map(({ speech }) => speech));
      expect(cut(probabilities, longest + more / 1000, silence)).toEqual(free);
    }),
  );
});

test('utterances are in order, apart, and hold every window that is surely voice', () => {
  const windows = fc.array(fc.constantFrom(0.01, 0.2, 0.4, 0.6, 0.95), { maxLength: 200 });
  fc.assert(
    fc.property(windows, fc.integer({ min: 1, max: 60 }), (probabilities, most) => {
      const found = cut(probabilities, (most + 0.5) * WINDOW_SECONDS);
      const voiced = found.flatMap(({ windows: some }) =>
        some.filter((each) => each.voiced).map(({ samples }) => samples[0]!),
      );
      const sure = probabilities.flatMap((probability, n) => (probability >= 0.5 ? [n] : []));
      expect(voiced).toEqual(expect.arrayContaining(sure));
      expect(new Set(voiced).size).toBe(voiced.length);
      let last = 0;
      for (const utterance of found) {
        const [start, end, speech] = inWindows(utterance) as [number, number, number];
        expect(start).toBeGreaterThanOrEqual(last);
        expect(speech).toBeLessThanOrEqual(Math.min(most, end - start));
        expect(speech).toBeGreaterThan(0);
        expect(utterance.windows).toHaveLength(end - start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(probabilities.length);
    }),
  );
});
