import { unsupported } from './errors.ts';
import { highestRate, lowestRate } from './resample/resampler.ts';

export type Codec = 'pcm' | 'float' | 'alaw' | 'ulaw' | 'gsm' | 'mp3' | 'opus' | 'vorbis' | 'flac';

/** What a decoder found out about the audio before it decoded any. */
export interface StreamFormat {
  readonly codec: Codec;
  readonly rate: number;
  readonly channels: number;
}

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
  /** True once a cap is reached: nothing more is taken, so a decoder should stop. */
  readonly full: boolean;
  /**
   * Before the first samples, and again where a chained stream changes its format. `decodedRate` is the rate
   * the samples come in, where that is not the stream's own.
   */
  begin(format: StreamFormat, decodedRate?: number): void;
  /** How many samples per channel are coming, if the header says; a wrong guess costs a copy, no more. */
  expect(frames: number): void;
  /** One array per channel; `frames` samples of each from `start` on. They may be reused after the call. */
  write(planes: readonly Float32Array[], frames: number, start?: number): void;
  /** Tells of samples that were decoded and left out: they cost the same, so they have a cap of their own. */
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
