/**
 * Weights of a recurrent layer (LSTM), gates × anything. Frameworks keep the gates as input, forget, cell, output; the
 * operator expects input, output, forget, cell.
 */
export function reorderedGates(values: Float32Array): Float32Array {
  const size = values.length / 4;
  const gate = (n: number) => values.subarray(n * size, (n + 1) * size);
  const result = new Float32Array(values.length);
  for (const [place, from] of [0, 3, 1, 2].entries()) result.set(gate(from), place * size);
  return result;
}
