import type { GraphBuilder } from '../onnx/builder.ts';
import type { Linear, Norm } from '../onnx/source-graph.ts';

export interface EncoderLayer {
  selfNorm: Norm;
  query: Linear;
  key: Linear;
  value: Linear;
  output: Linear;
  feedNorm: Norm;
  up: Linear;
  down: Linear;
}

/** Everything an audio encoder is made of, extracted from its published graph. */
export interface EncoderSource {
  heads: number;
  headSize: number;
  /** Writes the input and what comes before the first layer; gives audios × frames × width. */
  front: (graph: GraphBuilder) => string;
  /** Rotary speeds, where the positions of frames are encoded that way. */
  speeds?: Float32Array;
  layers: EncoderLayer[];
  /** Layers, counted from 1, whose states are outputs too: what is asked for beside words is read from them. */
  inner?: readonly number[];
  norm: Norm;
}
