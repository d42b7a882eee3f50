import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME, HOP_FRAMES, WINDOW_SAMPLES } from './frames.ts';
import { overlappingWindows, type SampleWindow } from './overlapping-windows.ts';

const HOP = HOP_FRAMES * FRAME;

function* inChunks(samples: Float32Array, size: number) {
  for (let at = 0; at < samples.length; at += size) yield samples.subarray(at, at + size);
}

async function windowsOf(length: number, size: number, from = 0) {
  const samples = Float32Array.from({ length }, (_, n) => n + 1);
  const windows: SampleWindow[] = [];
  const rest = inChunks(samples.subarray(from * FRAME), size);
  for await (const window of overlappingWindows(rest, from)) windows.push(window);
  return windows;
}

describe('overlapping windows', () => {
  test('of no audio are none', async () => {
    expect(await windowsOf(0, 1000)).toEqual([]);
  });

  test('of short audio is one, filled with silence', async () => {
    const [only, ...others] = await windowsOf(1000, 300);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ firstFrame: 0, length: 1000 });
    expect(only!.samples[999]).toBe(1000);
    expect(only!.samples[1000]).toBe(0);
  });

  test('of audio as long as a window is one', async () => {
    const windows = await windowsOf(WINDOW_SAMPLES, 7000);
    expect(windows.map(({ firstFrame, length }) => [firstFrame, length])).toEqual([[0, WINDOW_SAMPLES]]);
  });

  test('cover the audio, whatever its length, its chunks and where they begin', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 * WINDOW_SAMPLES }),
        fc.integer({ min: 1000, max: 200_000 }),
        fc.integer({ min: 0, max: 3 }),
        async (length, size, hops) => {
          const windows = await windowsOf(length, size, hops * HOP_FRAMES);
          let covered = hops * HOP;
          for (const { firstFrame, samples, length: filled } of windows) {
            const first = firstFrame * FRAME;
            expect(first).toBeLessThanOrEqual(covered);
            expect(samples[0]).toBe(first + 1);
            expect(samples[filled - 1]).toBe(first + filled);
            expect(samples).toHaveLength(WINDOW_SAMPLES);
            covered = first + filled;
          }
          expect(covered).toBe(Math.max(length, hops * HOP));
        },
      ),
      { numRuns: 40 },
    );
  });
});
