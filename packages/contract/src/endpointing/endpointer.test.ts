import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultEndpointer } from '../default-endpointer.ts';
import type { EndpointerOptions } from '../recognition.ts';
import type { ResumePoint } from '../resume-point.ts';
import { Endpointer } from './endpointer.ts';
import type { FoundSegment } from './found-segment.ts';
import { WINDOW_SECONDS, type WindowReading } from './window-reading.ts';

function reading(probability: number, level = 0.1): WindowReading {
  return { probability, rms: level, peak: 2 * level };
}

/** Alternately silence and speech, in seconds. */
function talk(...seconds: number[]): WindowReading[] {
  return seconds.flatMap((length, index) =>
    Array.from({ length: Math.round(length / WINDOW_SECONDS) }, () => reading(index % 2 ? 0.9 : 0.02)),
  );
}

function segmentsOf(readings: readonly WindowReading[], options: Partial<EndpointerOptions> = {}) {
  const endpointer = new Endpointer({ ...defaultEndpointer, ...options });
  const found = readings.flatMap((each) => endpointer.push(each));
  return [...found, ...endpointer.finish(readings.length * WINDOW_SECONDS)];
}

function times(found: readonly FoundSegment[]) {
  return found.map(({ start, end }) => [start, end].map((time) => Math.round(time * 10) / 10));
}

function audioTimes(found: readonly FoundSegment[]) {
  return found.map(({ audioStart, audioEnd }) =>
    [audioStart, audioEnd].map((time) => Math.round(time * 10) / 10),
  );
}

describe('segments', () => {
  test('are speech with its margins, and end with a silence that is long enough', () => {
    const readings = talk(3, 2, 0.5, 1, 4, 1, 3);
    expect(times(segmentsOf(readings))).toEqual([
      [2.8, 6.9],
      [10.3, 11.9],
    ]);
    expect(times(segmentsOf(readings, { waitEnd: 300, headMargin: 0, tailMargin: 0 }))).toEqual([
      [3, 5],
      [5.5, 6.5],
      [10.5, 11.5],
    ]);
  });

  test('do not begin in speech that a cut before them gave', () => {
    const continues = { start: 10.8, grownFrom: 10.8, inner: false, speaking: true, overlapsUntil: 10.8 };
    const endpointer = new Endpointer(
      { ...defaultEndpointer, waitEnd: 200 },
      { at: 10, index: 1, continues },
    );
    const readings = [...talk(0, 0.7, 0.3, 0.5), ...talk(2)];
    const found = readings.flatMap((each) => endpointer.push(each));
    const [segment, ...others] = [...found, ...endpointer.finish(10 + readings.length * WINDOW_SECONDS)];
    expect(others).toEqual([]);
    expect(segment!.audioStart).toBeGreaterThan(10.7);
  });

  test('come out as soon as the audio of their margins is there', () => {
    const endpointer = new Endpointer(defaultEndpointer);
    const readings = talk(1, 1, 20);
    const when = readings.findIndex((each) => endpointer.push(each).length > 0) * WINDOW_SECONDS;
    expect(when).toBeGreaterThan(2.9);
    expect(when).toBeLessThan(3.1);
  });

  test('are expected once there is enough silence behind their speech, until more is said', () => {
    const endpointer = new Endpointer(defaultEndpointer);
    const push = (...seconds: number[]) => talk(...seconds).flatMap((each) => endpointer.push(each));
    push(2, 1.5, 0.5);
    expect(endpointer.expected).toBeUndefined();
    push(0.2);
    expect(audioTimes([endpointer.expected!])).toEqual([[1, 4.1]]);
    push(0, 0.1);
    expect(endpointer.expected).toBeUndefined();
    push(0.7);
    const { audioEnd: _, ...expected } = endpointer.expected!;
    const [found] = push(0.5);
    expect(found).toMatchObject(expected);
    expect(endpointer.expected).toBeUndefined();
  });

  test('give a model a second of the silence around, as far as there is one', () => {
    expect(audioTimes(segmentsOf(talk(0.4, 1, 0.6)))).toEqual([[0, 2]]);
    expect(audioTimes(segmentsOf(talk(3, 1, 3)))).toEqual([[2, 5]]);
    expect(audioTimes(segmentsOf(talk(3, 1, 3), { headMargin: 1500, tailMargin: 2000 }))).toEqual([[1.5, 6]]);
  });

  test('share a silence that is too short for both their margins', () => {
    const found = segmentsOf(talk(1, 1, 0.5, 1, 1), { waitEnd: 300, tailMargin: 400, headMargin: 400 });
    expect(times(found)).toEqual([
      [0.6, 2.2],
      [2.2, 3.9],
    ]);
    expect(audioTimes(found)[0]![1]).toBe(audioTimes(found)[1]![0]);
  });

  test('keep a tail margin that is longer than the silence that ends them', () => {
    expect(times(segmentsOf(talk(1, 1, 4), { waitEnd: 100, tailMargin: 2000 }))).toEqual([[0.8, 4]]);
  });

  test('do not overlap where the next begins in the last window of a margin', () => {
    const readings = [...talk(0, 0.064, 39 * WINDOW_SECONDS), reading(0.9), reading(0.9)];
    const [first, second] = segmentsOf(readings, { waitEnd: 100, headMargin: 0, tailMargin: 1249 });
    expect(second!.start).toBeGreaterThanOrEqual(first!.end);
  });

  test('are not made of a click, but of a very short word', () => {
    expect(segmentsOf(talk(1, 0.032, 2))).toEqual([]);
    expect(segmentsOf(talk(1, 0.064, 2))).toHaveLength(1);
  });

  test('tell where speech is in them', () => {
    const [segment] = segmentsOf(talk(1, 1, 0.5, 1, 2));
    expect(segment!.speech.map(({ start, end }) => [start.toFixed(1), end.toFixed(1)])).toEqual([
      ['1.0', '2.0'],
      ['2.5', '3.5'],
    ]);
  });
});

describe('a segment that grows too long', () => {
  test('is cut in its longest pause, and nothing is recognised twice', () => {
    const found = segmentsOf(talk(1, 3, 0.3, 0.5, 0.2, 4, 2), { maxSegment: 5000 });
    expect(times(found)).toEqual([
      [0.8, 4.1],
      [4.1, 9.1],
    ]);
    expect(found[1]!.overlapsUntil).toBeUndefined();
    expect(found[0]!.overlapsNext).toBeUndefined();
  });

  test('without a pause is cut where it is softest, and that is recognised twice', () => {
    const readings = talk(1, 9, 2);
    const soft = Math.round(4.5 / WINDOW_SECONDS);
    for (let n = soft - 1; n <= soft + 1; n++) readings[n] = reading(0.7, 0.01);
    const found = segmentsOf(readings, { maxSegment: 5000 });
    expect(found[0]!.end).toBeCloseTo(4.5, 1);
    expect(found[0]!.overlapsNext).toBe(true);
    expect(found[1]!.start).toBe(found[0]!.end);
    expect(found[1]!.overlapsUntil).toBe(found[0]!.end);
    expect(found[1]!.audioStart).toBeCloseTo(4.5 - 0.8, 1);
  });

  test('overlaps as much as was asked for, in a pause too', () => {
    const found = segmentsOf(talk(1, 3, 0.3, 4, 2), { maxSegment: 5000, overlap: 2000 });
    expect(times(found)).toEqual([
      [0.8, 4.1],
      [2.1, 8.7],
    ]);
    expect(found[1]!.overlapsUntil).toBe(found[0]!.end);
  });

  test('in the silence behind its speech just ends', () => {
    const found = segmentsOf(talk(1, 3, 8, 2, 2), { maxSegment: 5000, waitEnd: 10_000 });
    expect(times(found)).toEqual([
      [0.8, 4.4],
      [11.8, 14.4],
    ]);
  });

  test('comes in pieces when a model cannot take it, under one index', () => {
    const found = segmentsOf(talk(1, 20, 0.3, 20, 2, 1, 1), { maxSegment: 60_000 });
    expect(found.map(({ index }) => index)).toEqual([0, 0, 1]);
    for (const { audioStart, audioEnd } of found) expect(audioEnd - audioStart).toBeLessThan(30);
    expect(found[0]!.end).toBeCloseTo(21.15, 1);
    expect(found[1]!.start).toBe(found[0]!.end);
  });
});

describe('without the endpointer', () => {
  test('all audio is one segment', () => {
    expect(times(segmentsOf(talk(3, 1, 5, 1, 4), { enabled: false }))).toEqual([[0, 14]]);
  });

  test('long audio comes in pieces that have one index and leave long silence out', () => {
    const found = segmentsOf(talk(1, 20, 0.5, 20, 60, 3, 1), { enabled: false });
    expect(new Set(found.map(({ index }) => index))).toEqual(new Set([0]));
    const total = found.reduce((sum, { audioStart, audioEnd }) => sum + audioEnd - audioStart, 0);
    expect(total).toBeLessThan(60);
    expect(found.at(-1)!.end).toBeCloseTo(105.5, 1);
  });

  test('audio without speech has no segment', () => {
    expect(segmentsOf(talk(60), { enabled: false })).toEqual([]);
  });
});

describe('the level gate', () => {
  const quietThenLoud = [
    ...Array.from({ length: 60 }, () => reading(0.02, 0.02)),
    ...Array.from({ length: 60 }, () => reading(0.9, 0.03)),
    ...Array.from({ length: 60 }, () => reading(0.02, 0.02)),
    ...Array.from({ length: 60 }, () => reading(0.9, 0.2)),
  ];

  test('off lets everything in', () => {
    expect(segmentsOf(quietThenLoud)).toHaveLength(2);
  });

  test('auto learns the background and leaves out what hardly stands out', () => {
    expect(times(segmentsOf(quietThenLoud, { levelMode: 'auto' }))).toEqual([[5.6, 7.7]]);
  });

  test('auto does not learn from speech', () => {
    const readings = quietThenLoud.slice(60, 120);
    expect(segmentsOf(readings, { levelMode: 'auto' })).toHaveLength(1);
  });

  test('fixed is a share of full scale', () => {
    expect(segmentsOf(quietThenLoud, { levelMode: 'fixed', levelThreshold: 10 })).toHaveLength(1);
    expect(segmentsOf(quietThenLoud, { levelMode: 'fixed', levelThreshold: 5 })).toHaveLength(2);
    expect(segmentsOf(quietThenLoud, { levelMode: 'fixed', levelThreshold: 50 })).toHaveLength(0);
  });
});

const anyOptions: fc.Arbitrary<EndpointerOptions> = fc.record({
  enabled: fc.boolean(),
  headMargin: fc.nat({ max: 2000 }),
  tailMargin: fc.nat({ max: 2000 }),
  waitEnd: fc.integer({ min: 100, max: 3000 }),
  levelMode: fc.constant('off' as const),
  levelThreshold: fc.constant(5),
  autoLevelLength: fc.constant(350),
  maxSegment: fc.integer({ min: 1000, max: 60_000 }),
  overlap: fc.oneof(fc.constant(0), fc.nat({ max: 5000 })),
  requireInitialSilence: fc.constant(false),
});

interface Part {
  windows: number;
  probability: number;
  level: number;
}

/** Up to some minutes of talk. */
const anyTalk = fc.array(
  fc.record<Part>({
    windows: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1500 })),
    probability: fc.constantFrom(0, 0.1, 0.3, 0.4, 0.6, 0.95),
    level: fc.constantFrom(0, 0.01, 0.3),
  }),
  { maxLength: 12, size: 'max' },
);

function readingsOf(parts: readonly Part[]): WindowReading[] {
  return parts.flatMap(({ windows, probability, level }) =>
    Array.from({ length: windows }, () => reading(probability, level)),
  );
}

/** What is wrong with a row of segments, in words: a thousand calls of `expect` a run would take minutes. */
function faults(
  found: readonly FoundSegment[],
  readings: readonly WindowReading[],
  options: EndpointerOptions,
) {
  const seconds = readings.length * WINDOW_SECONDS + 1e-6;
  const longest = (options.maxSegment + options.overlap) / 1000 + 4 * WINDOW_SECONDS;
  const said: string[] = [];
  for (const [n, segment] of found.entries()) {
    const { start, end, audioStart, audioEnd, speech, index, overlapsUntil } = segment;
    const before = found[n - 1];
    const check = (holds: boolean, what: string) => holds || said.push(`segment ${n} ${what}`);
    check(start >= 0 && audioStart >= 0 && end <= seconds && audioEnd <= seconds, 'is not inside the audio');
    check(end > start, 'is empty');
    check(audioEnd - audioStart < 30, 'is too long for a model');
    check(speech.length > 0, 'has no speech');
    check(
      speech.every((span) => span.start >= audioStart - 1e-6 && span.end <= audioEnd + 1e-6),
      'has speech outside',
    );
    if (options.enabled) check(end - start <= longest, 'is longer than the longest');
    check(index === (before?.index ?? -1) + 1 || index === before?.index, 'has a wrong index');
    if (!before) continue;
    check((overlapsUntil !== undefined) === (before.overlapsNext === true), 'disagrees about an overlap');
    check(
      overlapsUntil === undefined ? start >= before.end - 1e-6 : overlapsUntil === before.end,
      'overlaps',
    );
  }
  for (let n = 1; n < readings.length; n++) {
    if (readings[n]!.probability < 0.5 || readings[n - 1]!.probability < 0.5) continue;
    const time = (n + 0.5) * WINDOW_SECONDS;
    if (!found.some(({ audioStart, audioEnd }) => time >= audioStart && time <= audioEnd)) {
      said.push(`speech at ${time} is in no segment`);
    }
  }
  return said;
}

describe('whatever is said and asked for', () => {
  test('segments are in order, not too long, inside the audio, and miss no speech', () => {
    fc.assert(
      fc.property(anyTalk, anyOptions, (parts, options) => {
        const readings = readingsOf(parts);
        expect(faults(segmentsOf(readings, options), readings, options)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('audio that is still wanted is kept', () => {
    fc.assert(
      fc.property(anyTalk, anyOptions, (parts, options) => {
        const endpointer = new Endpointer(options);
        const missing: FoundSegment[] = [];
        let dropped = 0;
        for (const each of readingsOf(parts)) {
          missing.push(...endpointer.push(each).filter(({ audioStart }) => audioStart < dropped - 1e-6));
          dropped = Math.max(dropped, endpointer.keepFrom);
        }
        expect(missing).toEqual([]);
      }),
    );
  });

  test('an endpointer that goes on where another paused finds the same', () => {
    const find = (readings: readonly WindowReading[], options: EndpointerOptions, stretch: number) => {
      const found: FoundSegment[] = [];
      let from: ResumePoint | undefined;
      for (;;) {
        const endpointer = new Endpointer(options, from);
        const first = Math.round((from?.at ?? 0) / WINDOW_SECONDS);
        from = undefined;
        for (let n = first; n < readings.length && !from; n++) {
          found.push(...endpointer.push(readings[n]!));
          if (n - first >= stretch) from = endpointer.resumePoint;
        }
        if (!from) return [...found, ...endpointer.finish(readings.length * WINDOW_SECONDS)];
      }
    };
    const rounded = (found: readonly FoundSegment[]) =>
      found.map(({ index, start, end, audioStart, overlapsUntil = -1 }) =>
        [index, start, end, audioStart, overlapsUntil].map((value) => Math.round(value * 1e6)),
      );
    fc.assert(
      fc.property(anyTalk, anyOptions, fc.integer({ min: 200, max: 2000 }), (parts, any, stretch) => {
        const readings = readingsOf(parts);
        const options = { ...any, enabled: true };
        expect(rounded(find(readings, options, stretch))).toEqual(rounded(segmentsOf(readings, options)));
      }),
    );
  });
});
