/** Samples a second of the synthesis model. */
export const KOKORO_RATE = 24_000;
/** Samples of one value of its curves of pitch and loudness, and of one frame, which has two of them. */
export const CURVE_HOP = 300;
export const FRAME_SAMPLES = 2 * CURVE_HOP;
/** Frames a second. */
export const FRAME_RATE = KOKORO_RATE / FRAME_SAMPLES;
