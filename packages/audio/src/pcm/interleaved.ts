import type { AudioSink, Work } from '../stream.ts';
import type { SampleReader } from './sample-readers.ts';

const blockFrames = 4096;

/** Uncompressed samples, frame after frame: `stride` bytes each, one sample per channel from its start. */
export interface InterleavedLayout {
  readonly reader: SampleReader;
  readonly channels: number;
  readonly stride: number;
}

export async function* decodeInterleaved(
  data: Uint8Array,
  { reader, channels, stride }: InterleavedLayout,
  sink: AudioSink,
): Work {
  const frames = Math.floor(data.length / stride);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const planes = Array.from({ length: channels }, () => new Float32Array(Math.min(blockFrames, frames)));
  sink.expect(frames);
  for (let first = 0; first < frames && !sink.full; first += blockFrames) {
    const count = Math.min(blockFrames, frames - first);
    planes.forEach((plane, channel) => {
      reader.read(view, first * stride + channel * reader.bytes, stride, plane, count);
    });
    sink.write(planes, count);
    yield;
  }
}
