import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultEndpointer } from '../default-endpointer.ts';
import type { EndpointerOptions } from '../recognition.ts';
import type { ResumePoint } from '../resume-point.ts';
import { Endpointer } from './endpointer.ts';
import type { FoundSegment } from './found-segment.ts';
import { WINDOW_SECONDS, type WindowReading } from './window-reading.ts';

/** A change may be moved so far, and a window. */
const REACH = 0.25 + WINDOW_SECONDS;

/** Alternately silence and speech, in seconds. */
function talk(...seconds: number[]): WindowReading[] {
  return seconds.flatMap((length, index) =>
    Array.from({ length: Math.round(length / WINDOW_SECONDS) }, () => ({
      probability: index % 2 ? 0.9 : 0.02,
      rms: 0.1,
      peak: 0.2,
    })),
  );
}

function segmentsOf(
  readings: readonly WindowReading[],
  changes: readonly number[],
  options: Partial<EndpointerOptions> = {},
) {
  const endpointer = new Endpointer({ ...defaultEndpointer, ...options }, undefined, changes);
  const found = readings.flatMap((each) => endpointer.push(each));
  return [...found, ...endpointer.finish(readings.length * WINDOW_SECONDS)];
}

function times(found: readonly FoundSegment[]) {
  return found.map(({ index, start, end }) => [
    index,
    ...[start, end].map((time) => Math.round(time * 10) / 10),
  ]);
}

describe('where the speaker changes', () => {
  test('a segment is cut in the pause that is near', () => {
    expect(times(segmentsOf(talk(1, 2, 0.3, 2, 2), [3.25]))).toEqual([
      [0, 0.8, 3.1],
      [1, 3.1, 5.7],
    ]);
  });

  test('a segment is cut inside speech, and nothing is in both', () => {
    const found = segmentsOf(talk(1, 4, 2), [3]);
    expect(found).toHaveLength(2);
    expect(found[0]!.end).toBe(found[1]!.start);
    expect(found[0]!.audioEnd).toBe(found[1]!.audioStart);
    expect(Math.abs(found[1]!.start - 3)).toBeLessThan(REACH);
    expect(found[1]!.overlapsUntil).toBeUndefined();
  });

  test('a segment ends where nobody speaks after it yet', () => {
    expect(times(segmentsOf(talk(1, 2, 0.8, 2, 2), [3.4], { waitEnd: 3000 }))).toEqual([
      [0, 0.8, 3.4],
      [1, 3.6, 6.2],
    ]);
  });

  test('a segment is cut without the endpointer, too', () => {
    expect(times(segmentsOf(talk(1, 2, 0.3, 2, 2), [3.15], { enabled: false }))).toEqual([
      [0, 0, 3.1],
      [1, 3.1, 7.3],
    ]);
  });

  test('silence stays as it is', () => {
    const readings = talk(1, 2, 3, 2, 2);
    expect(times(segmentsOf(readings, [4.5]))).toEqual(times(segmentsOf(readings, [])));
  });

  const lengths = fc.array(fc.double({ min: 0.1, max: 6, noNaN: true }), { minLength: 2, maxLength: 12 });
  const changing = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 8 });
  const options = fc.record({
    enabled: fc.boolean(),
    waitEnd: fc.integer({ min: 100, max: 3000 }),
    maxSegment: fc.integer({ min: 5000, max: 60_000 }),
    overlap: fc.integer({ min: 0, max: 2000 }),
  });

  test('no segment has speech on both sides, whatever is said and asked for', () => {
    fc.assert(
      fc.property(lengths, changing, options, (seconds, changes, given) => {
        const sorted = changes.toSorted((a, b) => a - b);
        const segments = new Map<number, { start: number; end: number }>();
        for (const { index, speech } of segmentsOf(talk(...seconds), sorted, given)) {
          const known = segments.get(index);
          const [first, last] = [speech[0]!.start, speech.at(-1)!.end];
          segments.set(index, {
            start: Math.min(first, known?.start ?? first),
            end: Math.max(last, known?.end ?? last),
          });
        }
        for (const { start, end } of segments.values()) {
          // What lies nearer to an edge than a cut is moved may be on either side.
          const inside = sorted.filter((change) => change - start > 2 * REACH && end - change > 2 * REACH);
          expect(inside).toEqual([]);
        }
      }),
    );
  });

  test('what is recognised twice around a forced cut is not cut again', () => {
    const readings = talk(0.5, 6, 2);
    // Softest just before the segment is two seconds long, and the speaker changes there.
    readings[Math.round(2.25 / WINDOW_SECONDS)] = { probability: 0.5, rms: 0.01, peak: 0.02 };
    let before = 0;
    for (const { start, end } of segmentsOf(readings, [2.2], { maxSegment: 2000 })) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeGreaterThan(start);
      before = end;
    }
  });

  test('an endpointer that goes on where another paused finds the same', () => {
    fc.assert(
      fc.property(lengths, changing, fc.integer({ min: 200, max: 600 }), (seconds, changes, stretch) => {
        const readings = talk(...seconds);
        const sorted = changes.toSorted((a, b) => a - b);
        const whole = segmentsOf(readings, sorted);
        const found: FoundSegment[] = [];
        let resume: ResumePoint | undefined;
        for (;;) {
          const endpointer = new Endpointer(defaultEndpointer, resume, sorted);
          const first = Math.round((resume?.at ?? 0) / WINDOW_SECONDS);
          let next: ResumePoint | undefined;
          for (const [n, each] of readings.slice(first).entries()) {
            found.push(...endpointer.push(each));
            if (n >= stretch) next = endpointer.resumePoint;
            if (next) break;
          }
          if (!next) {
            found.push(...endpointer.finish(readings.length * WINDOW_SECONDS));
            break;
          }
          resume = next;
        }
        expect(times(found)).toEqual(times(whole));
      }),
    );
  });
});
