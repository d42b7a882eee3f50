import type { ValueInfo } from './onnx.ts';
import { appendField, type Chunks, joinChunks } from './wire.ts';

/** An input or output of tensor type; a dimension is a number, or a name when it varies. */
export function valueInfo(name: string, type: number, dims: readonly (number | string)[]): ValueInfo {
  const shape = message();
  for (const dim of dims) {
    const dimension = message();
    if (typeof dim === 'number') appendField(dimension, 1, 0, BigInt(dim));
    else appendField(dimension, 2, 2, new TextEncoder().encode(dim));
    appendField(shape, 1, 2, dimension);
  }
  const tensorType = message();
  appendField(tensorType, 1, 0, BigInt(type));
  appendField(tensorType, 2, 2, shape);
  const typeProto = message();
  appendField(typeProto, 1, 2, tensorType);
  return { name, type: joinChunks(typeProto) };
}

function message(): Chunks {
  return { parts: [], size: 0 };
}
