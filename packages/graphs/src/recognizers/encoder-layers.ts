import type { GraphBuilder } from '../onnx/builder.ts';
import { elementType } from '../onnx/onnx.ts';
import { floatTensor } from '../onnx/tensors.ts';
import { valueInfo } from '../onnx/value-info.ts';
import { attend, scores, splitHeads } from '../rewrite/attention.ts';
import { gelu, linear, linears, wideNorm } from '../rewrite/blocks.ts';
import { type Rotary, turn } from './decoder-layer.ts';
import type { EncoderLayer, EncoderSource } from './encoder-source.ts';
import { layerValues } from './value-names.ts';

/** Writes an encoder from its input to its last layer, and makes the inner layers that it names outputs. */
export function encoderLayers(graph: GraphBuilder, encoder: EncoderSource): string {
  const { heads, headSize, inner = [] } = encoder;
  let sum = encoder.front(graph);
  const rotary = encoder.speeds && rotaryTables(graph, sum, encoder.speeds);
  for (const [at, layer] of encoder.layers.entries()) {
    const name = `layer.${at}`;
    const attending = wideNorm(graph, `${name}/self-norm`, sum, layer.selfNorm);
    sum = graph.add('Add', `${name}/attended`, [
      sum,
      selfAttention(graph, `${name}/self`, attending, layer, encoder, rotary),
    ]);
    const feeding = wideNorm(graph, `${name}/feed-norm`, sum, layer.feedNorm);
    const active = gelu(graph, `${name}/gelu`, linear(graph, `${name}/up`, feeding, layer.up));
    const isOutput = inner.includes(at + 1);
    const fed = isOutput ? layerValues.inner(at + 1) : `${name}/fed`;
    sum = graph.add('Add', fed, [sum, linear(graph, `${name}/down`, active, layer.down)]);
    if (isOutput) graph.output(valueInfo(fed, elementType.float, ['audios', 'frames', heads * headSize]));
  }
  return sum;
}

function selfAttention(
  graph: GraphBuilder,
  name: string,
  input: string,
  { query, key, value, output }: EncoderLayer,
  { heads, headSize }: EncoderSource,
  rotary: Rotary | undefined,
): string {
  const parts = linears(graph, name, input, { query, key, value });
  if (rotary) {
    for (const part of [0, 1]) parts[part] = turn(graph, parts[part]!, rotary, heads);
  }
  const [queries, keys, values] = parts.map((part) => splitHeads(graph, `${part}/head`, part, heads));
  const attended = queries!.map((query, head) => {
    const matches = scores(graph, `${query}/scores`, query, keys![head]!, 1 / Math.sqrt(headSize));
    return attend(graph, query, matches, values![head]!);
  });
  const mixed = graph.add('Concat', `${name}/mixed`, attended, { axis: -1n });
  return linear(graph, `${name}/output`, mixed, output);
}

/** Worked out in the graph, as published, so that audio of any length fits. */
function rotaryTables(graph: GraphBuilder, frames: string, speeds: Float32Array): Rotary {
  const shape = graph.add('Shape', 'places/shape', [frames]);
  const count = graph.add('Gather', 'places/count', [shape, graph.integer(1)], { axis: 0n });
  const range = graph.add('Range', 'places/range', [graph.integer(0), count, graph.integer(1)]);
  const places = graph.add('Cast', 'places', [range], { to: BigInt(elementType.float) });
  const column = graph.add('Unsqueeze', 'places/column', [places, graph.integers(1)]);
  const row = graph.initializer(floatTensor('speeds', [1, speeds.length], speeds));
  const angles = graph.add('Mul', 'angles', [column, row]);
  return {
    inputs: [graph.integers(0), graph.add('Cos', 'cos', [angles]), graph.add('Sin', 'sin', [angles])],
    size: speeds.length * 2,
  };
}
