import { GraphError } from '../errors.ts';
import { elementType, type Tensor } from './onnx.ts';
import { readPacked } from './wire.ts';

export function floatTensor(name: string, dims: number[], values: ArrayLike<number>): Tensor {
  const data = values instanceof Float32Array ? values : Float32Array.from(values);
  return { name, dims, dataType: elementType.float, rawData: bytesOf(data) };
}

export function int64Tensor(name: string, dims: number[], values: readonly number[]): Tensor {
  return { name, dims, dataType: elementType.int64, rawData: bytesOf(BigInt64Array.from(values, BigInt)) };
}

export function uint8Tensor(name: string, dims: number[], values: Uint8Array): Tensor {
  return { name, dims, dataType: elementType.uint8, rawData: values };
}

/** The values of a float tensor, wherever the message keeps them. */
export function floatValues(tensor: Tensor): Float32Array {
  expectType(tensor, elementType.float);
  return new Float32Array(aligned(tensor.rawData ?? listed(tensor, 4)));
}

export function int64Values(tensor: Tensor): number[] {
  expectType(tensor, elementType.int64);
  if (tensor.rawData) return Array.from(new BigInt64Array(aligned(tensor.rawData)), Number);
  return readPacked(listed(tensor, 7)).map(Number);
}

/**
 * The bytes of an 8-bit tensor, signed ones moved up by 128: weights and zero point move together, so products
 * stay equal, and unsigned times unsigned is the one pair that no processor's kernel saturates.
 */
export function unsignedValues(tensor: Tensor): Uint8Array {
  const signed = tensor.dataType === elementType.int8;
  if (!signed) expectType(tensor, elementType.uint8);
  // Single values lie in the message as a list of 32-bit numbers.
  const bytes = tensor.rawData ?? Uint8Array.from(readPacked(listed(tensor, 5)), Number);
  if (!signed) return bytes;
  const moved = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) moved[at] = bytes[at]! ^ 0x80;
  return moved;
}

/** The one element of a tensor that holds exactly one. */
export function only<T>(values: ArrayLike<T>, tensor: Tensor): T {
  if (values.length !== 1) {
    throw new GraphError('unexpected-graph', `${tensor.name} holds ${values.length} values, not one`);
  }
  return values[0]!;
}

/** Rows become columns. */
export function transpose(values: Uint8Array, rows: number, columns: number): Uint8Array {
  const turned = new Uint8Array(values.length);
  // In tiles: walking 32,768 columns with a stride misses the cache on every byte.
  const tile = 64;
  for (let top = 0; top < rows; top += tile) {
    for (let left = 0; left < columns; left += tile) {
      const bottom = Math.min(rows, top + tile);
      const right = Math.min(columns, left + tile);
      for (let r = top; r < bottom; r++) {
        for (let c = left; c < right; c++) turned[c * rows + r] = values[r * columns + c]!;
      }
    }
  }
  return turned;
}

/** A matrix of so many rows and columns, turned. */
export function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  return Float32Array.from({ length: values.length }, (_, at) => {
    return values[(at % rows) * columns + Math.floor(at / rows)]!;
  });
}

function listed(tensor: Tensor, id: number): Uint8Array {
  const field = tensor.rest?.find((candidate) => candidate.id === id && candidate.wire === 2);
  if (field?.wire !== 2) {
    throw new GraphError('unexpected-graph', `the initializer ${tensor.name} has no values in the file`);
  }
  return field.value;
}

function expectType(tensor: Tensor, type: number): void {
  if (tensor.dataType !== type) {
    throw new GraphError(
      'unexpected-graph',
      `${tensor.name} is of element type ${tensor.dataType}, not ${type}`,
    );
  }
}

function bytesOf(data: Float32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Weights lie at odd offsets of the file, which typed arrays refuse. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  // Not `slice`: a Buffer's slice is a view.
  return new Uint8Array(bytes).buffer;
}
