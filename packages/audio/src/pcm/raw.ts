import { malformed } from '../errors.ts';
import type { AudioSink, Codec, Work } from '../stream.ts';
import { GsmDecoder, gsmFrameBytes, gsmFrameSamples, gsmWavBlockBytes } from './gsm.ts';
import { decodeInterleaved } from './interleaved.ts';
import { type SampleReader, sampleReaders } from './sample-readers.ts';

/**
 * Audio without a header. It is never guessed: µ-law silence is byte for byte a run of MP3 frame headers, so
 * only a caller who says what the bytes are gets them decoded this way, whatever they look like.
 */
export interface RawFormat {
  readonly encoding: 'pcm' | 'alaw' | 'ulaw' | 'gsm';
  readonly rate: 8000 | 16_000;
}

const readers: Readonly<Record<'pcm' | 'alaw' | 'ulaw', SampleReader>> = {
  pcm: sampleReaders.signed16,
  alaw: sampleReaders.alaw,
  ulaw: sampleReaders.ulaw,
};

export async function* decodeRaw(bytes: Uint8Array, format: RawFormat, sink: AudioSink): Work {
  const codec: Codec = format.encoding;
  sink.begin({ codec, rate: format.rate, channels: 1 });
  if (format.encoding === 'gsm') {
    yield* decodeGsm(bytes, 'frames', sink);
    return;
  }
  const reader = readers[format.encoding];
  yield* decodeInterleaved(bytes, { reader, channels: 1, stride: reader.bytes }, sink);
}

const unitsPerWrite = 32;

/** GSM as frames of 33 bytes or as WAV's blocks of 65; a last incomplete one is left out. */
export async function* decodeGsm(bytes: Uint8Array, packing: 'frames' | 'wav-blocks', sink: AudioSink): Work {
  const decoder = new GsmDecoder();
  const unitBytes = packing === 'frames' ? gsmFrameBytes : gsmWavBlockBytes;
  const unitSamples = packing === 'frames' ? gsmFrameSamples : 2 * gsmFrameSamples;
  const units = Math.floor(bytes.length / unitBytes);
  const plane = new Float32Array(Math.min(unitsPerWrite, units) * unitSamples);
  sink.expect(units * unitSamples);
  for (let first = 0; first < units && !sink.full; first += unitsPerWrite) {
    const count = Math.min(unitsPerWrite, units - first);
    for (let i = 0; i < count; i++) {
      const at = (first + i) * unitBytes;
      if (packing === 'wav-blocks') decoder.decodeWavBlock(bytes, at, plane, i * unitSamples);
      else if (!decoder.decodeFrame(bytes, at, plane, i * unitSamples)) {
        throw malformed(`GSM frame ${first + i} starts with byte ${bytes[at]}, not with the signature 0xD`);
      }
    }
    sink.write([plane], count * unitSamples);
    yield;
  }
}
