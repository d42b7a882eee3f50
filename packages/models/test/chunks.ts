/** Bytes cut into chunks at these places, given in any order. */
export async function* inChunks(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])];
  places.sort((a, b) => a - b);
  for (let i = 1; i < places.length; i++) {
    yield bytes.subarray(places[i - 1], places[i]);
    // Real streams arrive over several turns of the event loop.
    if (i % 3 === 0) await new Promise(setImmediate);
  }
}

export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
