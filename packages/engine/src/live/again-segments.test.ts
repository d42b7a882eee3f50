import {
  defaultEndpointer,
  Endpointer,
  type EndpointerOptions,
  type FoundSegment,
  STRETCH,
  WINDOW_SECONDS,
  type WindowReading,
} from '@locutor/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgainSegments } from './again-segments.ts';

const reading = (isSpeech: boolean): WindowReading => ({
  probability: isSpeech ? 0.95 : 0.02,
  ...{ rms: 0.1, peak: 0.2 },
});

/** Silence and speech by turns, from lengths in windows: silence first. */
const readings = (...windows: number[]) =>
  windows.flatMap((length, n) => Array.from({ length }, () => reading(n % 2 === 1)));

const seconds = (windows: number) => windows * WINDOW_SECONDS;

function cutWhole(all: readonly WindowReading[], options = defaultEndpointer): FoundSegment[] {
  const endpointer = new Endpointer(options);
  return [...all.flatMap((each) => endpointer.push(each)), ...endpointer.finish(seconds(all.length))];
}

const rounded = (found: readonly FoundSegment[]) =>
  found.map(({ speech, ...rest }) => ({
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, typeof value === 'number' ? value.toFixed(4) : value]),
    ),
    speech: speech.map(({ start, end }) => [start.toFixed(4), end.toFixed(4)]),
  }));

describe('segments that are looked at again and again', () => {
  test('are those of all readings at once', () => {
    const pattern = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 12 });
    const steps = fc.array(
      fc.record({
        more: fc.integer({ min: 1, max: 200 }),
        // How many of the latest readings may still change.
        open: fc.integer({ min: 0, max: 31 }),
        wanted: fc.constantFrom('complete', 'expected'),
      }),
      { minLength: 1 },
    );
    const longest = fc.constantFrom(2500, 60_000);
    const property = fc.property(pattern, steps, longest, (windows, some, maxSegment) => {
      const options = { ...defaultEndpointer, maxSegment };
      const all = readings(...windows);
      const segments = new AgainSegments(options);
      const found: FoundSegment[] = [];
      for (let at = 0, n = 0; at < all.length; n++) {
        const { more, open, wanted } = some[n % some.length]!;
        at = Math.min(all.length, at + more);
        const certain = all.slice(segments.judged, Math.max(segments.judged, at - open));
        segments.add(certain);
        const latest = all.slice(segments.judged, at);
        found.push(...segments.look(latest, seconds(at), wanted as 'complete').found);
      }
      segments.add(all.slice(segments.judged));
      found.push(...segments.look([], seconds(all.length), 'end-of-audio').found);
      expect(rounded(found)).toEqual(rounded(cutWhole(all, options)));
    });
    fc.assert(property, { numRuns: 200 });
  });

  describe('of which the latest readings change', () => {
    const pattern = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 5 });
    const step = { more: fc.integer({ min: 1, max: 200 }), open: fc.integer({ min: 0, max: 156 }) };
    const steps = fc.array(fc.record(step), { minLength: 1 });

    /** What is found of audio whose latest readings are at first those of another one, and what of it before the end. */
    function cutChanging(
      options: EndpointerOptions,
      all: readonly WindowReading[],
      other: readonly WindowReading[],
      some: readonly { more: number; open: number }[],
    ) {
      const segments = new AgainSegments(options);
      const found: FoundSegment[] = [];
      for (let at = 0, n = 0; at < all.length; n++) {
        const { more, open } = some[n % some.length]!;
        at = Math.min(all.length, at + more);
        segments.add(all.slice(segments.judged, Math.max(segments.judged, at - open)));
        const latest = other.slice(segments.judged, at);
        found.push(...segments.look(latest, seconds(at), 'complete').found);
      }
      const before = found.length;
      segments.add(all.slice(segments.judged));
      found.push(...segments.look([], seconds(all.length), 'end-of-audio').found);
      return { found, before };
    }

    test('are those of the last readings', () => {
      const options = { ...defaultEndpointer, maxSegment: 60_000 };
      const property = fc.property(pattern, pattern, steps, (windows, otherWindows, some) => {
        const [all, other] = [readings(...windows), readings(...otherWindows, 750)];
        const { found } = cutChanging(options, all, other, some);
        expect(rounded(found)).toEqual(rounded(cutWhole(all, options)));
      });
      fc.assert(property, { numRuns: 300 });
    });

    test('have all that is said behind a cut, where they cannot wait', () => {
      const options = { ...defaultEndpointer, maxSegment: 2000 };
      const property = fc.property(pattern, pattern, steps, (windows, otherWindows, some) => {
        const [all, other] = [readings(...windows), readings(...otherWindows, 750)];
        const { found, before } = cutChanging(options, all, other, some);
        const given = Math.max(0, ...found.slice(0, before).map(({ audioEnd }) => audioEnd));
        for (const { speech } of cutWhole(all, options))
          for (const { start, end } of speech)
            for (let at = Math.max(start, given) + WINDOW_SECONDS / 2; at < end; at += WINDOW_SECONDS)
              expect(found.some(({ audioStart, audioEnd }) => audioStart < at && at < audioEnd)).toBe(true);
        for (const { speech } of found) expect(speech).not.toEqual([]);
      });
      fc.assert(property, { numRuns: 300 });
    });
  });

  test('end where they are to end, and others follow with the next number', () => {
    const segments = new AgainSegments(defaultEndpointer);
    const all = readings(30, 60, 35, 60, 80);
    const first = segments.look(all.slice(0, 120), seconds(120), 'end');
    expect(first.found).toHaveLength(1);
    expect(first.found[0]).toMatchObject({ index: 0, audioEnd: seconds(120) });
    expect(first).toMatchObject({ complete: 1, next: 1 });
    segments.add(all);
    const second = segments.look([], seconds(all.length), 'end');
    expect(rounded(second.found)).toEqual(rounded(cutWhole(all).slice(1)));
  });

  test('begin with their first word also where the margin before them is longer than the pause', () => {
    const segments = new AgainSegments({ ...defaultEndpointer, waitEnd: 300, tailMargin: 2000 });
    const all = readings(30, 60, 20, 60, 100);
    const [first] = segments.look(all.slice(0, 100), seconds(100), 'end').found;
    expect(first!.end).toBeCloseTo(seconds(100));
    const [second] = segments.look(all.slice(0, 200), seconds(200), 'end').found;
    expect(second!.start).toBeGreaterThanOrEqual(first!.end);
    expect(second!.start).toBeLessThanOrEqual(second!.speech[0]!.start);
  });

  test('do not end in the first windows of the next word, which the first judgement noticed later', () => {
    const all = readings(30, 60, 40, 60, 80);
    const speechOf = (found: readonly FoundSegment[]) => rounded(found).map(({ speech }) => speech);
    for (let late = 0; late < 8; late++) {
      const segments = new AgainSegments(defaultEndpointer);
      const found = [
        ...segments.look(all.slice(0, 130 + late), seconds(130 + late), 'end').found,
        ...segments.look(all.slice(segments.judged), seconds(all.length), 'end-of-audio').found,
      ];
      expect(speechOf(found)).toEqual(speechOf(cutWhole(all)));
    }
  });

  test('need their audio until they are wanted', () => {
    const segments = new AgainSegments(defaultEndpointer);
    segments.add(readings(60, 60, 200));
    expect(segments.keepFrom).toBeLessThan(seconds(60));
    expect(segments.look([], seconds(320), 'complete').found).toHaveLength(1);
    expect(segments.keepFrom).toBeGreaterThan(seconds(280));
  });

  test('are expected once there is enough silence behind them', () => {
    const segments = new AgainSegments(defaultEndpointer);
    const all = readings(30, 60, 25);
    expect(segments.look(all.slice(0, 100), seconds(100), 'expected').expected).toBeUndefined();
    const { expected } = segments.look(all, seconds(115), 'expected');
    expect(expected).toMatchObject({ index: 0, end: expect.any(Number) });
    expect(expected!.speech).toEqual([{ start: seconds(30), end: expect.closeTo(seconds(90)) }]);
  });

  test('begin anew with the detector after as much audio as one job of a recording has', () => {
    const segments = new AgainSegments(defaultEndpointer);
    const windows = Math.ceil(STRETCH / WINDOW_SECONDS);
    expect(segments.add(readings(windows - 1))).toBe(false);
    expect(segments.add(readings(20))).toBe(true);
    // A second before speech that may follow.
    expect(seconds(segments.judged)).toBeCloseTo(STRETCH - 1, 0);
    expect(segments.keepFrom).toBe(seconds(segments.judged));
  });
});
