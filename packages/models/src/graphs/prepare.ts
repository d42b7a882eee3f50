import type { Preparer } from '../preparer.ts';
import { graphFiles } from './graph-files.ts';
import type { GraphFamily } from './make-graphs.ts';

/** One per family of models, whatever the size. Raise the version with any change to what it writes. */
export const preparers: readonly Preparer[] = [preparer('moonshine', 4), preparer('whisper', 2)];

function preparer(family: GraphFamily, version: number): Preparer {
  return {
    name: family,
    version,
    inputs: [graphFiles.encoder, graphFiles.decoder],
    outputs: [graphFiles.preparedEncoder, graphFiles.preparedDecoder],
    // The main process knows the preparers too and never runs one: it must not load what makes graphs.
    run: async (inputs) => (await import('./make-graphs.ts')).makeGraphs(family, inputs),
  };
}
