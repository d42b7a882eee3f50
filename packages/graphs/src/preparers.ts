import { kokoroGraphs } from './kokoro/kokoro.ts';
import type { Preparer } from './preparer.ts';
import { graphFiles } from './recognizers/graph-files.ts';
import type { GraphFamily } from './recognizers/make-graphs.ts';

const KOKORO = 'synthesis.onnx';
const KOKORO_PARTS = Array.from({ length: 19 }, (_, at) => `part-${at}.bin`);

/** One per family of models, whatever the size. Raise the version with any change to what it writes. */
export const preparers: readonly Preparer[] = [
  preparer('moonshine', 6),
  preparer('whisper', 4),
  {
    name: 'kokoro',
    version: 7,
    inputs: [KOKORO],
    outputs: Object.values(kokoroGraphs),
    run: async (inputs) => (await import('./kokoro/kokoro-graphs.ts')).makeKokoro(inputs[KOKORO]!),
  },
  {
    name: 'kokoro-full',
    version: 5,
    inputs: KOKORO_PARTS,
    outputs: Object.values(kokoroGraphs),
    run: async (inputs) =>
      (await import('./kokoro/kokoro-graphs.ts')).makeKokoroFull(KOKORO_PARTS.map((part) => inputs[part]!)),
  },
];

function preparer(family: GraphFamily, version: number): Preparer {
  return {
    name: family,
    version,
    inputs: [graphFiles.encoder, graphFiles.decoder],
    outputs: [graphFiles.preparedEncoder, graphFiles.preparedDecoder],
    // The main process knows the preparers too and never runs one: it must not load what makes graphs.
    run: async (inputs) => (await import('./recognizers/make-graphs.ts')).makeGraphs(family, inputs),
  };
}
