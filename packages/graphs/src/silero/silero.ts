/** The published model holds one network for each of two sample rates. */
export type SileroRate = 16_000 | 8_000;

/**
 * Samples of a row as the graph takes it, by rate: a window of 32 ms with the end of the one before, and its own end
 * mirrored.
 */
export const SILERO_ROW: Readonly<Record<SileroRate, number>> = { 16000: 640, 8000: 320 };
/**
 * Every stretch of audio is judged twice, by windows that begin half a window apart, and the mean counts. The same digit half a
 * window later has as much speech, within 10 %, in 92 to 99 % of clips instead of 86 to 91, and of 240 noises 14 instead of 19
 * are mistaken for speech.
 */
export const SILERO_PHASES = 2;
/** Values of the recurrent layer's hidden state, and of its cell. */
export const SILERO_STATE = 128;

/**
 * The published graph of Silero's voice activity detection, prepared for any number of windows at once. An engine
 * process prepares it when it loads it: that takes milliseconds. The code that makes graphs is loaded only then.
 */
export async function prepareSilero(published: Uint8Array, rate: SileroRate): Promise<Uint8Array> {
  return (await import('./silero-graph.ts')).sileroGraph(published, rate);
}
