/** A graph that shows whether this processor multiplies signed weights exactly, and what it then gives. */
export async function signedProductProbe(): Promise<{ graph: Uint8Array; size: number; exact: number }> {
  const { SIGNED_PROBE, signedProbe } = await import('./signed-products.ts');
  return { graph: signedProbe(), ...SIGNED_PROBE };
}

/** Names in the model store of what is made of the published synthesis model. */
export const kokoroGraphs = {
  /** A phrase in, what each moment of it is like out. */
  planner: 'speech-planner.onnx',
  /** States of moments in, samples out. */
  decoder: 'speech-decoder.onnx',
  /** Both with signed weights, which only some processors multiply exactly: faster there. */
  signedPlanner: 'speech-planner-signed.onnx',
  signedDecoder: 'speech-decoder-signed.onnx',
  /** How the tone of a voice and its overtones are weighed. */
  source: 'speech-source.json',
} as const;

/**
 * Names of what is handed from one run of the decoder to the next: for every channel of every norm, its mean and the mean of
 * its squares.
 */
export const carriedValues = {
  pastMeans: 'past_means',
  pastSquares: 'past_squares',
  /** How much the past counts, from 0 (not at all) to 1. */
  pastShare: 'past_share',
  means: 'means',
  squares: 'squares',
} as const;
