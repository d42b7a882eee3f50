/** Samples of a frame, and from one frame to the next. */
export const DTLN_FRAME = 512;
export const DTLN_HOP = 128;

/**
 * The two published graphs of DTLN noise suppression as one, prepared for any number of frames at once. An engine process
 * prepares it when it loads it: that takes milliseconds. The code that makes graphs is loaded only then.
 */
export async function prepareDtln(masking: Uint8Array, refining: Uint8Array): Promise<Uint8Array> {
  return (await import('./dtln-graph.ts')).dtlnGraph(masking, refining);
}
