import { FRAME, HOP_FRAMES, WINDOW_SAMPLES } from './frames.ts';

const HOP = HOP_FRAMES * FRAME;

export interface SampleWindow {
  /** Counted from the start of the audio. */
  firstFrame: number;
  /** WINDOW_SAMPLES of them; after the end of the audio there is silence. */
  samples: Float32Array;
  /** How many of them are audio. */
  length: number;
}

/**
 * Windows of a stream that begins with the frame `from`, each a hop after the one before. The last one ends with the audio and
 * begins earlier instead of being filled with silence, where there is a window before it.
 */
export async function* overlappingWindows(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  from: number,
): AsyncGenerator<SampleWindow, void, void> {
  const buffer = new Float32Array(WINDOW_SAMPLES);
  let [filled, start] = [0, from * FRAME];
  let before: Float32Array | undefined;
  for await (const chunk of chunks) {
    let at = 0;
    while (at < chunk.length) {
      if (filled === WINDOW_SAMPLES) {
        before = buffer.slice();
        yield { firstFrame: start / FRAME, samples: before, length: WINDOW_SAMPLES };
        buffer.copyWithin(0, HOP);
        filled -= HOP;
        start += HOP;
      }
      const part = chunk.subarray(at, at + WINDOW_SAMPLES - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  }
  if (filled > 0) yield lastWindow(buffer.subarray(0, filled), start, before);
}

function lastWindow(rest: Float32Array, start: number, before: Float32Array | undefined): SampleWindow {
  const missing = before ? Math.floor((WINDOW_SAMPLES - rest.length) / FRAME) * FRAME : 0;
  const samples = new Float32Array(WINDOW_SAMPLES);
  if (before) samples.set(before.subarray(HOP - missing, HOP));
  samples.set(rest, missing);
  return { firstFrame: (start - missing) / FRAME, samples, length: missing + rest.length };
}
