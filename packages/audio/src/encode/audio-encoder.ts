/** Encodes one stream of audio. */
export interface AudioEncoder {
  /** Encodes mono samples of ±1 at the format's sample rate; may return no bytes yet. */
  write(samples: Float32Array): Uint8Array;
  /** What is left; the encoder is spent, and its memory freed, afterwards. */
  end(): Uint8Array;
  /** Frees the memory of an encoder that is not to be ended; does nothing to one that is spent. */
  free(): void;
}
