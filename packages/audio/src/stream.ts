import { unsupported } from './errors.ts';
import { highestRate, lowestRate } from './resample/resampler.ts';

export type Codec = 'pcm' | 'float' | 'alaw' | 'ulaw' | 'gsm' | 'mp3' | 'opus' | 'vorbis' | 'flac';

/** What a decoder found out about the audio before it decoded any. */
export interface StreamFormat {
  readonly codec: Codec;
  readonly rate: number;
  readonly channels: number;
}

/**
 * What decoding one sample of a channel costs, relative to PCM, rounded from one measurement of 48 kHz noise: MP3 1.9,
 * Opus 3.5, Vorbis 3.7, GSM 12. FLAC has 1.4, and up to 2 where its prediction is of the highest order.
 */
const costs: Readonly<Record<Codec, number>> = {
  pcm: 1,
  float: 1,
  alaw: 1,
  ulaw: 1,
  flac: 1,
  mp3: 2,
  opus: 3,
  vorbis: 3,
  gsm: 10,
};

/** The cost of one sample of every channel. */
export function frameCost({ codec, channels }: StreamFormat): number {
  return costs[codec] * channels;
}

/**
 * The cost that every second of `maxSeconds` pays for: 48 kHz stereo of the most expensive codec that has such, and a
 * little more. Audio with more samples than that in a second (8 channels at 192 kHz have sixteen times as many as 48 kHz
 * stereo) is cut sooner than `maxSeconds`, so that no file holds a decoder longer than honest audio of that length.
 */
export const costPerSecond = 300_000;

const mostChannels = 8;

/** Headers that ask for more are refused before anything is allocated for them. */
export function checkFormat({ codec, rate, channels }: StreamFormat): void {
  if (!Number.isInteger(channels) || channels < 1 || channels > mostChannels) {
    throw unsupported(`${codec} audio with ${channels} channels; 1 to ${mostChannels} are supported`);
  }
  if (!Number.isInteger(rate) || rate < lowestRate || rate > highestRate) {
    throw unsupported(`${codec} audio at ${rate} Hz; ${lowestRate} to ${highestRate} Hz are supported`);
  }
}

/** Where decoders put what they decode, a bounded piece at a time. */
export interface AudioSink {
  /** The rate that comes out in the end; a codec that can decode straight to it should. */
  readonly wantedRate: number;
  /** True once a cap is reached: nothing more is accepted, so a decoder should stop. */
  readonly full: boolean;
  /**
   * Before the first samples, and again where a chained stream changes its format. `decodedRate` is the rate
   * the samples come in, where that is not the stream's own. After too many changes the sink is full.
   */
  begin(format: StreamFormat, decodedRate?: number): void;
  /** How many samples per channel are coming, if the header says; a wrong guess costs a copy, no more. */
  expect(frames: number): void;
  /** One array per channel; `frames` samples of each from `start` on. They may be reused after the call. */
  write(planes: readonly Float32Array[], frames: number, start?: number): void;
  /** Reports samples that were decoded and left out: they cost the same, so they have a cap of their own. */
  drop(frames: number): void;
  /** Tells that the decoder stops here although there is more audio. */
  cutShort(): void;
}

/**
 * Work in bounded pieces. Where it yields, samples are handed on, the event loop may turn, and a caller that has
 * cancelled ends it.
 */
export type Work<Result = void> = AsyncGenerator<void, Result, void>;

export type Decoder = (bytes: Uint8Array, sink: AudioSink) => Work;
