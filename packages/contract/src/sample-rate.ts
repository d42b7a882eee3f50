// On their own, so that the server can count in them without loading the inference library.

export const SAMPLE_RATE = 16_000;
/** Samples judged at a time: 32 ms. */
export const VAD_WINDOW = 512;
