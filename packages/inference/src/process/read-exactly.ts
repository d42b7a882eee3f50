import type { Readable } from 'node:stream';

/** The next `byteLength` bytes of a stream, in a buffer of their own. Rejects if the stream ends before. */
export async function readExactly(stream: Readable, byteLength: number): Promise<ArrayBuffer> {
  const whole = new Uint8Array(byteLength);
  let filled = 0;
  while (filled < byteLength) {
    const chunk: Buffer | null = stream.read(Math.min(byteLength - filled, stream.readableLength || 1));
    if (chunk) {
      whole.set(chunk, filled);
      filled += chunk.length;
    } else {
      await moreData(stream, `after ${filled} of ${byteLength} bytes`);
    }
  }
  return whole.buffer;
}

function moreData(stream: Readable, place: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: Error) => {
      stream.off('readable', onReadable).off('end', onEnd).off('error', finish);
      if (error) reject(error);
      else resolve();
    };
    const onReadable = () => finish();
    const onEnd = () => finish(new Error(`the byte pipe ended ${place}`));
    stream.on('readable', onReadable).on('end', onEnd).on('error', finish);
    if (stream.readableEnded || stream.destroyed) onEnd();
  });
}
