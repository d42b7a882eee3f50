import type { ByteRange } from './model.ts';

/** Passes on only the bytes of `range`, and stops reading once it has them. */
export async function* cutRange(
  chunks: AsyncIterable<Uint8Array>,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const end = range.offset + range.length;
  let position = 0;
  for await (const chunk of chunks) {
    const from = Math.max(0, range.offset - position);
    const to = Math.min(chunk.length, end - position);
    if (to > from) yield chunk.subarray(from, to);
    position += chunk.length;
    if (position >= end) return;
  }
}
