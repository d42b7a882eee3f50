import { createRequire } from 'node:module';

/** As much of libopus as is used here. */
export interface OpusEncoderLibrary {
  /** Sets, or without an argument gets, a parameter of `opus_encoder_ctl`. */
  ctl(command: number, argument?: number): number;
  /** One frame of 16-bit samples in, one packet out. */
  encode(samples: Int16Array): Uint8Array;
  /** Frees the encoder's memory. */
  drop(): void;
}

interface Options {
  readonly channels: 1 | 2;
  readonly sample_rate: number;
  readonly application: 'voip' | 'audio' | 'restricted_lowdelay';
}

/**
 * The half of the package that is WebAssembly, which it does not describe. The other half is native code: this one gives
 * the same bytes on every machine.
 */
export const { Encoder: LibopusEncoder } = createRequire(import.meta.url)('@evan/opus/wasm/index.js') as {
  Encoder: new (options: Options) => OpusEncoderLibrary;
};
