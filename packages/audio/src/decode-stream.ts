import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Container } from './detect.ts';
import { malformed } from './errors.ts';
import { decodeFlac } from './flac/flac.ts';
import { MonoSink } from './mono-sink.ts';
import { decodeMp3 } from './mp3/mp3.ts';
import { oggDecoder } from './ogg/ogg.ts';
import { decodeAu } from './pcm/au.ts';
import { decodeRaw } from './pcm/raw.ts';
import { decodeWav } from './pcm/wav.ts';
import { checkRequest, type DecodeRequest, wantedRate } from './request.ts';
import type { Codec, Decoder } from './stream.ts';
import { decodeWebm } from './webm/webm.ts';

/** What was in the bytes, before mixing and resampling; of a chained file, its first part. */
export interface FoundAudio {
  readonly container: Container | 'raw';
  readonly codec: Codec;
  readonly rate: number;
  readonly channels: number;
  /** The duration of the samples returned so far. */
  readonly seconds: number;
}

/** Samples as they are decoded. It can be gone through once; leaving the loop early ends the decode. */
export interface AudioStream extends AsyncIterable<Float32Array> {
  /** Samples per second. */
  readonly rate: number;
  /** Undefined until the first samples come; final once the loop has ended. */
  readonly found: FoundAudio | undefined;
  /** How many samples there will be by the file's own account, to reserve room by; 0 when it does not say. */
  readonly expected: number;
  /**
   * True when the audio goes on past `maxSeconds`, or past the 64th of the streams chained in it; known once the
   * loop has ended. A flag and not an error, because it serves both kinds of caller: one that refuses long audio
   * looks at it, one that trims uses the samples.
   */
  readonly truncated: boolean;
}

const decoders: Readonly<Record<Container, Decoder>> = {
  wav: decodeWav,
  au: decodeAu,
  flac: decodeFlac,
  mp3: decodeMp3,
  'ogg-opus': oggDecoder('opus'),
  'ogg-vorbis': oggDecoder('vorbis'),
  'ogg-flac': oggDecoder('flac'),
  webm: decodeWebm,
};

/** In milliseconds: long enough that turning the event loop costs nothing, short enough that a server answers. */
const turnEvery = 15;

class DecodingStream implements AudioStream {
  readonly rate: number;
  readonly #chunks: AsyncGenerator<Float32Array, void, void>;
  #sink: MonoSink | undefined;
  #found: FoundAudio | undefined;
  #given = 0;

  constructor(bytes: Uint8Array, request: DecodeRequest) {
    this.rate = wantedRate(request);
    this.#chunks = this.#decode(bytes, request);
  }

  get found(): FoundAudio | undefined {
    return this.#found && { ...this.#found, seconds: this.#given / this.rate };
  }

  get expected(): number {
    return this.#sink?.expected ?? 0;
  }

  get truncated(): boolean {
    return this.#sink?.full ?? false;
  }

  [Symbol.asyncIterator](): AsyncIterator<Float32Array> {
    return this.#chunks;
  }

  async *#decode(bytes: Uint8Array, request: DecodeRequest): AsyncGenerator<Float32Array, void, void> {
    const { format, maxSeconds } = checkRequest(bytes, request);
    const sink = new MonoSink(this.rate, maxSeconds);
    this.#sink = sink;
    const [container, decoding] =
      typeof format === 'string'
        ? ([format, decoders[format](bytes, sink)] as const)
        : (['raw', decodeRaw(bytes, format, sink)] as const);
    let lastTurn = performance.now();
    for await (const _ of decoding) {
      yield* this.#give(sink, container);
      request.signal?.throwIfAborted();
      if (performance.now() - lastTurn < turnEvery) continue;
      await nextTurn();
      lastTurn = performance.now();
      request.signal?.throwIfAborted();
    }
    sink.finish();
    yield* this.#give(sink, container);
    if (this.#given === 0) throw malformed(`the ${container} audio holds no samples`);
  }

  *#give(sink: MonoSink, container: Container | 'raw'): Generator<Float32Array, void, void> {
    for (const chunk of sink.take()) {
      this.#found ??= { container, ...sink.format!, seconds: 0 };
      this.#given += chunk.length;
      yield chunk;
    }
  }
}

/**
 * Decodes an audio file, or raw audio, to mono samples, a chunk at a time: 16,384 samples each, but for the last.
 * The memory it takes beside the bytes is the same for a minute and for an hour. The chunks are the caller's to
 * keep. The decode waits while the caller works on one, and lets the event loop turn between them.
 *
 * Whatever is wrong comes out of the loop as the same errors that `decodeAudio` rejects with; samples from before
 * the fault may have been returned by then.
 *
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { decodeAudioStream } from '@locutor/audio';
 *
 * const stream = decodeAudioStream(await readFile('hour.mp3'), { limits: { maxSeconds: 7200 } });
 * let loudest = 0;
 * for await (const samples of stream) {
 *   for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
 * }
 * console.log(loudest, stream.found?.seconds, stream.truncated);
 * ```
 */
export function decodeAudioStream(bytes: Uint8Array, request: DecodeRequest = {}): AudioStream {
  return new DecodingStream(bytes, request);
}
