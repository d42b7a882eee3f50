import { readModel } from '../onnx/onnx.ts';
import type { NamedBytes } from '../preparer.ts';
import { signedModel } from '../rewrite/signed-products.ts';
import { decoderGraph } from './decoder-graph.ts';
import { encoderGraph } from './encoder-graph.ts';
import { graphFiles } from './graph-files.ts';
import { moonshineDecoder } from './moonshine-decoder.ts';
import { moonshineEncoder } from './moonshine-encoder.ts';
import { whisperDecoder } from './whisper-decoder.ts';
import { whisperEncoder } from './whisper-encoder.ts';

const readers = {
  moonshine: { encoder: moonshineEncoder, decoder: moonshineDecoder },
  whisper: { encoder: whisperEncoder, decoder: whisperDecoder },
} as const;

export type GraphFamily = keyof typeof readers;

/** The two graphs the recogniser runs, from the two that were published. */
export function makeGraphs(family: GraphFamily, inputs: NamedBytes): NamedBytes {
  const decoder = readers[family].decoder(readModel(inputs[graphFiles.decoder]!));
  const encoder = readers[family].encoder(readModel(inputs[graphFiles.encoder]!));
  return {
    [graphFiles.preparedEncoder]: signedModel(encoderGraph(encoder, decoder)),
    [graphFiles.preparedDecoder]: signedModel(decoderGraph(decoder)),
  };
}
