// On their own, so that the server can count in them without loading the inference library.

export const VOICE_RATE = 16_000;
/** Samples judged at a time: 32 ms. */
export const VOICE_WINDOW = 512;
