import type { NamedBytes, Preparer } from '../preparer.ts';
import { decoderGraph } from './decoder-graph.ts';
import type { DecoderSource } from './decoder-source.ts';
import { encoderGraph } from './encoder-graph.ts';
import type { EncoderSource } from './encoder-source.ts';
import { moonshineDecoder } from './moonshine-decoder.ts';
import { moonshineEncoder } from './moonshine-encoder.ts';
import { type Model, readModel, writeModel } from './onnx.ts';
import { whisperDecoder } from './whisper-decoder.ts';
import { whisperEncoder } from './whisper-encoder.ts';

/** Names in the model store of the published and the prepared graphs. */
export const graphFiles = {
  encoder: 'encoder.onnx',
  decoder: 'decoder.onnx',
  preparedEncoder: 'prepared-encoder.onnx',
  preparedDecoder: 'prepared-decoder.onnx',
} as const;

/** Every size of Moonshine. Raise the version with any change to what it writes. */
const moonshine = preparer('moonshine', 1, moonshineEncoder, moonshineDecoder);

/** Every size of Whisper. */
const whisper = preparer('whisper', 1, whisperEncoder, whisperDecoder);

export const preparers: readonly Preparer[] = [moonshine, whisper];

function preparer(
  name: string,
  version: number,
  readEncoder: (model: Model) => EncoderSource,
  readDecoder: (model: Model) => DecoderSource,
): Preparer {
  return {
    name,
    version,
    inputs: [graphFiles.encoder, graphFiles.decoder],
    outputs: [graphFiles.preparedEncoder, graphFiles.preparedDecoder],
    run(inputs: NamedBytes): NamedBytes {
      const decoder = readDecoder(readModel(inputs[graphFiles.decoder]!));
      const encoder = readEncoder(readModel(inputs[graphFiles.encoder]!));
      return {
        [graphFiles.preparedEncoder]: writeModel(encoderGraph(encoder, decoder)),
        [graphFiles.preparedDecoder]: writeModel(decoderGraph(decoder)),
      };
    },
  };
}
