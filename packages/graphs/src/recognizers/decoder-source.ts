import type { Linear, Norm } from '../onnx/source-graph.ts';

/** The vocabulary's vectors, quantised as one tensor; they are the output matrix too. */
export interface Embedding {
  tokens: number;
  width: number;
  values: Uint8Array;
  scale: number;
  zeroPoint: number;
}

export interface DecoderLayer {
  selfNorm: Norm;
  query: Linear;
  key: Linear;
  value: Linear;
  output: Linear;
  crossNorm: Norm;
  crossQuery: Linear;
  crossKey: Linear;
  crossValue: Linear;
  crossOutput: Linear;
  feedNorm: Norm;
  up: Linear;
  down: Linear;
}

/** Everything a text decoder is made of, extracted from its published graph. */
export interface DecoderSource {
  heads: number;
  headSize: number;
  embedding: Embedding;
  /** How a token's position is encoded: a learnt vector is added, or queries and keys are turned by these speeds. */
  places: { kind: 'learnt'; table: Float32Array; count: number } | { kind: 'rotary'; speeds: Float32Array };
  /** `gated`: the second half of `up`, through SiLU, times the first half. */
  activation: 'gated' | 'gelu';
  layers: DecoderLayer[];
  norm: Norm;
}
