import { readFileSync } from 'node:fs';
import { inferenceFile } from '@locutor/contract';

/** One layer of a head: a matrix, row by row, and what is added to each row's product. */
export interface Layer {
  readonly inputs: number;
  readonly weights: Float32Array;
  readonly bias: readonly number[];
}

interface StoredLayer {
  inputs: number;
  /** Of each row: the value of one step. */
  scales: number[];
  /** Of each step. */
  bits: 8 | 16;
  /** Base64 of the steps, low byte first. */
  weights: string;
  bias: number[];
}

/** A trait has two heads, for the two ways in which a voice is given. */
export interface HeadsOf<Head> {
  readonly embedded: Head;
  readonly states: Head;
}

export function loadHeads<Others extends object>(name: string) {
  return { embedded: loadHead<Others>(name), states: loadHead<Others>(`${name}-states`) };
}

/** Reads a head that `training/traits` made: its layers, and whatever else the file says. */
function loadHead<Others extends object>(name: string): Others & { readonly layers: readonly Layer[] } {
  return readHead(readFileSync(inferenceFile(`weights/heads/${name}.json`), 'utf8'));
}

export function readHead<Others extends object>(
  text: string,
): Others & { readonly layers: readonly Layer[] } {
  const { layers, ...others } = JSON.parse(text) as { layers: StoredLayer[] } & Others;
  return { ...(others as unknown as Others), layers: layers.map(readLayer) };
}

function readLayer({ inputs, scales, bits, weights, bias }: StoredLayer): Layer {
  const steps = Buffer.from(weights, 'base64');
  const count = inputs * bias.length;
  const size = bits / 8;
  if (scales.length !== bias.length || steps.length !== size * count) {
    throw new Error(`a head has ${steps.length} bytes of weights instead of ${size * count}`);
  }
  const values = new Float32Array(count);
  for (let n = 0; n < count; n++) {
    values[n] = scales[Math.floor(n / inputs)]! * steps.readIntLE(size * n, size);
  }
  return { inputs, weights: values, bias };
}

/** What the layers make of an input, with a rectifier between them. */
export function runHead(layers: readonly Layer[], input: Float32Array): number[] {
  let values = Float64Array.from(input);
  for (const [at, { inputs, weights, bias }] of layers.entries()) {
    if (values.length !== inputs)
      throw new RangeError(`a head takes ${inputs} numbers, not ${values.length}`);
    const last = at === layers.length - 1;
    // Arrays of one kind only: the age head took three times as long with plain ones in between.
    const next = new Float64Array(bias.length);
    for (const [row, start] of bias.entries()) {
      let sum = start;
      for (let n = 0; n < inputs; n++) sum += weights[row * inputs + n]! * values[n]!;
      next[row] = last ? sum : Math.max(0, sum);
    }
    values = next;
  }
  return Array.from(values);
}

export const logistic = (value: number) => 1 / (1 + Math.exp(-value));

export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const shares = values.map((value) => Math.exp(value - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
