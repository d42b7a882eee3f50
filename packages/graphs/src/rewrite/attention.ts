import { type GraphBuilder, microsoft } from '../onnx/builder.ts';

/*
 * Attention spelt out in plain products and exponentials, because onnxruntime's own operators round differently on
 * different processors: Softmax adds up a row in as many lanes as the processor has, and MultiHeadAttention cuts its work
 * into blocks by the size of the cache. That would be harmless, but an 8-bit product follows: where an input lies between
 * two steps, its last bit decides which of them it becomes, and with every layer there are more of those. The states of
 * Moonshine's encoder were 1 to 5 % apart on AVX2 and AVX-512. Each operator here gives the same bits on both.
 */

/** Cuts [audios, length, width] into one [audios, length, head size] per head. */
export function splitHeads(graph: GraphBuilder, name: string, input: string, heads: number): string[] {
  const outputs = Array.from({ length: heads }, (_, head) => `${name}.${head}`);
  graph.add('Split', name, [input], { axis: -1n }, { outputs });
  return outputs;
}

/** How well queries and keys match, both [audios, heads, length, head size]. */
export function scores(graph: GraphBuilder, name: string, query: string, key: string, scale: number): string {
  const attributes = { transB: 1n, alpha: scale };
  return graph.add('FusedMatMul', name, [query, key], attributes, { domain: microsoft });
}

/** Softmax before its division: exponentials of the last axis, and their sums. */
export function exponentials(
  graph: GraphBuilder,
  name: string,
  input: string,
): { values: string; sums: string } {
  const most = graph.add('ReduceMax', `${name}/most`, [input], { axes: [-1] });
  const values = graph.add('Exp', `${name}/exponentials`, [
    graph.add('Sub', `${name}/lowered`, [input, most]),
  ]);
  return { values, sums: graph.add('ReduceSum', `${name}/sums`, [values, graph.integers(-1)]) };
}

/** What queries find among the values. Divides what is found, which is smaller than what it is found by. */
export function attend(graph: GraphBuilder, name: string, matches: string, values: string): string {
  const shares = exponentials(graph, name, matches);
  const found = graph.add('MatMul', `${name}/found`, [shares.values, values]);
  return graph.add('Div', `${name}/attended`, [found, shares.sums]);
}
