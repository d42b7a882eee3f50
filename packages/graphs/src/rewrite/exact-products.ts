// The main process knows these too and never runs them: it must not load what reads and writes graphs.

/** A graph that shows whether this processor multiplies signed weights exactly, and what it then gives. */
export async function signedProductProbe(): Promise<{ graph: Uint8Array; size: number; exact: number }> {
  const { SIGNED_PROBE, signedProbe } = await import('./signed-products.ts');
  return { graph: signedProbe(), ...SIGNED_PROBE };
}

/** A prepared graph as processors need it that do not: the same products with unsigned weights. */
export async function withUnsignedProducts(graph: Uint8Array): Promise<Uint8Array> {
  const { unsignedModel } = await import('./signed-products.ts');
  return unsignedModel(graph);
}
