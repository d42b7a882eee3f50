import { VAD_WINDOW } from '@locutor/contract';

/** Cuts chunks of any size into windows, starting at sample `skip`; the last window may be shorter. */
export async function* windowsOf(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  skip: number,
): AsyncGenerator<Float32Array, void, void> {
  let toSkip = skip;
  let begun = new Float32Array(VAD_WINDOW);
  let filled = 0;
  for await (const chunk of chunks) {
    let at = Math.min(toSkip, chunk.length);
    toSkip -= at;
    while (at < chunk.length) {
      const part = chunk.subarray(at, at + VAD_WINDOW - filled);
      begun.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < VAD_WINDOW) break;
      yield begun;
      begun = new Float32Array(VAD_WINDOW);
      filled = 0;
    }
  }
  if (filled > 0) yield begun.subarray(0, filled);
}

/** Cuts samples into windows; the last one may be shorter. */
export function windowsIn(samples: Float32Array): Float32Array[] {
  return Array.from({ length: Math.ceil(samples.length / VAD_WINDOW) }, (_, n) =>
    samples.subarray(n * VAD_WINDOW, (n + 1) * VAD_WINDOW),
  );
}
