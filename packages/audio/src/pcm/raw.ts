import { malformed, unsupported } from '../errors.ts';
import type { AudioSink, Codec, Work } from '../stream.ts';
import { GsmDecoder, gsmFrameBytes, gsmFrameSamples, gsmWavBlockBytes } from './gsm.ts';
import { decodeInterleaved } from './interleaved.ts';
import { type SampleReader, sampleReaders } from './sample-readers.ts';

/**
 * Audio without a header. Apart from GSM, whose frames have a signature, it is never guessed: µ-law silence is byte for
 * byte a run of MP3 frame headers, so only a caller who says what the bytes are gets them decoded this way.
 */
export interface RawFormat {
  /** `pcm` has 16 bits, the low byte first; `pcm-big-endian` the high byte first, as on the network. */
  readonly encoding: 'pcm' | 'pcm-big-endian' | 'alaw' | 'ulaw' | 'gsm';
  readonly rate: number;
  /** Interleaved; they are mixed. Default: 1. GSM has only one. */
  readonly channels?: number | undefined;
}

const layouts: Readonly<
  Record<Exclude<RawFormat['encoding'], 'gsm'>, { codec: Codec; reader: SampleReader }>
> = {
  pcm: { codec: 'pcm', reader: sampleReaders.signed16 },
  'pcm-big-endian': { codec: 'pcm', reader: sampleReaders.signed16Big },
  alaw: { codec: 'alaw', reader: sampleReaders.alaw },
  ulaw: { codec: 'ulaw', reader: sampleReaders.ulaw },
};

export async function* decodeRaw(bytes: Uint8Array, format: RawFormat, sink: AudioSink): Work {
  const { encoding, rate, channels = 1 } = format;
  if (encoding === 'gsm') {
    if (channels !== 1) throw unsupported(`raw GSM with ${channels} channels; it has one`);
    sink.begin({ codec: 'gsm', rate, channels });
    yield* decodeGsm(bytes, 'frames', sink);
    return;
  }
  const { codec, reader } = layouts[encoding];
  sink.begin({ codec, rate, channels });
  yield* decodeInterleaved(bytes, { reader, channels, stride: reader.bytes * channels }, sink);
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
