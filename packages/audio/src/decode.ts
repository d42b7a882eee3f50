import { type Container, detectContainer, detectHeader, nameForeign } from './detect.ts';
import { AudioError, malformed, unsupported } from './errors.ts';
import { decodeFlac } from './flac/flac.ts';
import { MonoSink } from './mono-sink.ts';
import { decodeMp3 } from './mp3/mp3.ts';
import { oggDecoder } from './ogg/ogg.ts';
import { decodeRaw, type RawFormat } from './pcm/raw.ts';
import { decodeWav } from './pcm/wav.ts';
import { checkRate } from './resample/resampler.ts';
import type { Codec, Decoder } from './stream.ts';
import { decodeWebm } from './webm/webm.ts';

/** Time and memory of a whole decode are limited by the process that calls it; these bound what it may ask. */
export interface AudioLimits {
  /** More bytes than this are refused. 256 MiB unless told. */
  maxBytes: number;
  /** The decode stops here, with `truncated` set. 600 unless told. */
  maxSeconds: number;
}

export interface DecodeRequest {
  /** Decode the bytes as this and nothing else, whatever they look like. Without it they must have a header. */
  raw?: RawFormat | undefined;
  /** With `raw`: refuse bytes that start like a file with a header. */
  refuseHeader?: boolean | undefined;
  /** Refuse every container but these. */
  accept?: readonly Container[] | undefined;
  /** Samples per second of the result, 4,000 to 192,000; 16,000 unless told. */
  rate?: number | undefined;
  limits?: Partial<AudioLimits> | undefined;
  /** Stops the decode between two pieces of work; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface DecodedAudio {
  /** Mono, each between −1 and 1. */
  samples: Float32Array;
  rate: number;
  /** What was in the bytes, before mixing and resampling; of a chained file, its first part. */
  found: {
    container: Container | 'raw';
    codec: Codec;
    rate: number;
    channels: number;
    /** The duration of `samples`. */
    seconds: number;
  };
  /**
   * True when the audio goes on past `maxSeconds`, or past the 64th of the streams chained in it. A flag and not an error, because it serves both kinds of
   * caller: one that refuses long audio looks at it, one that trims uses the samples.
   */
  truncated: boolean;
}

const defaultLimits: AudioLimits = { maxBytes: 256 * 1024 * 1024, maxSeconds: 600 };

const decoders: Readonly<Record<Container, Decoder>> = {
  wav: decodeWav,
  flac: decodeFlac,
  mp3: decodeMp3,
  'ogg-opus': oggDecoder('opus'),
  'ogg-vorbis': oggDecoder('vorbis'),
  'ogg-flac': oggDecoder('flac'),
  webm: decodeWebm,
};

function findContainer(bytes: Uint8Array, accept: readonly Container[] | undefined): Container {
  const container = detectContainer(bytes);
  if (!container) {
    const foreign = nameForeign(bytes);
    if (foreign) throw unsupported(`${foreign} is not supported`);
    throw new AudioError('unknown-format', `the ${bytes.length} bytes start like no known audio format`);
  }
  if (accept && !accept.includes(container)) {
    throw new AudioError('not-accepted', `the audio is ${container}; accepted here: ${accept.join(', ')}`);
  }
  return container;
}

/**
 * Decodes a whole audio file, or raw audio, to mono samples.
 *
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { decodeAudio } from '@locutor/audio';
 *
 * const { samples, rate, found } = await decodeAudio(await readFile('speech.mp3'));
 * console.log(found.codec, found.seconds, samples.length / rate);
 * ```
 */
export async function decodeAudio(bytes: Uint8Array, request: DecodeRequest = {}): Promise<DecodedAudio> {
  const { raw, accept, rate = 16_000, signal } = request;
  const limits = { ...defaultLimits, ...request.limits };
  checkRate(rate);
  if (!(limits.maxSeconds * rate >= 1)) {
    throw new AudioError(
      'invalid-request',
      `maxSeconds must leave room for a sample, not be ${limits.maxSeconds}`,
    );
  }
  if (bytes.length === 0) throw new AudioError('empty', 'there are no audio bytes');
  if (bytes.length > limits.maxBytes) {
    throw new AudioError('too-large', `${bytes.length} bytes of audio; the limit is ${limits.maxBytes}`);
  }
  signal?.throwIfAborted();

  const header = raw && request.refuseHeader ? detectHeader(bytes) : undefined;
  if (header) {
    throw new AudioError(
      'not-accepted',
      `the audio was declared raw ${raw!.encoding}, but it is a ${header} file`,
    );
  }
  const container = raw ? 'raw' : findContainer(bytes, accept);
  const sink = new MonoSink(rate, limits.maxSeconds, signal);
  if (container === 'raw') await decodeRaw(bytes, raw!, sink);
  else await decoders[container](bytes, sink);

  const { samples, truncated } = sink.finish();
  const format = sink.format;
  if (!format || samples.length === 0) throw malformed(`the ${container} audio holds no samples`);
  return { samples, rate, found: { container, ...format, seconds: samples.length / rate }, truncated };
}
