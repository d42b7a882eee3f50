import { decode, encode, type Schema } from './message.ts';
import { type Field, joinChunks } from './wire.ts';

// The parts of onnx.proto that the rewrites touch. Whatever else a message holds is kept in `rest`, as read.

/** ONNX numbers its element types. */
export const elementType = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9 } as const;

export interface Tensor {
  name?: string;
  dims: number[];
  dataType?: number;
  rawData?: Uint8Array;
  rest?: Field[];
}

/** The kinds of attribute in use; ONNX numbers them. */
export const attributeType = {
  float: 1,
  int: 2,
  string: 3,
  tensor: 4,
  graph: 5,
  floats: 6,
  ints: 7,
} as const;

export interface Attribute {
  name: string;
  type?: number;
  float?: number;
  int?: bigint;
  string?: Uint8Array;
  tensor?: Tensor;
  graph?: Graph;
  ints: bigint[];
  rest?: Field[];
}

export interface Node {
  name?: string;
  opType: string;
  domain?: string;
  inputs: string[];
  outputs: string[];
  attributes: Attribute[];
  rest?: Field[];
}

/** An input or output; its type stays encoded, see `value-info.ts`. */
export interface ValueInfo {
  name: string;
  type?: Uint8Array;
  rest?: Field[];
}

export interface Graph {
  name?: string;
  nodes: Node[];
  initializers: Tensor[];
  inputs: ValueInfo[];
  outputs: ValueInfo[];
  rest?: Field[];
}

export interface OperatorSet {
  domain?: string;
  version?: number;
  rest?: Field[];
}

export interface Model {
  irVersion?: number;
  producer?: string;
  graph: Graph;
  operatorSets: OperatorSet[];
  rest?: Field[];
}

const tensor: Schema = {
  1: { key: 'dims', kind: 'number', repeated: true },
  2: { key: 'dataType', kind: 'number' },
  8: { key: 'name', kind: 'text' },
  9: { key: 'rawData', kind: 'bytes' },
};

const valueInfo: Schema = { 1: { key: 'name', kind: 'text' }, 2: { key: 'type', kind: 'bytes' } };

const attribute: Schema = {
  1: { key: 'name', kind: 'text' },
  2: { key: 'float', kind: 'float' },
  3: { key: 'int', kind: 'int64' },
  4: { key: 'string', kind: 'bytes' },
  5: { key: 'tensor', kind: 'message', schema: () => tensor },
  6: { key: 'graph', kind: 'message', schema: () => graph },
  8: { key: 'ints', kind: 'int64', repeated: true },
  20: { key: 'type', kind: 'number' },
};

const node: Schema = {
  1: { key: 'inputs', kind: 'text', repeated: true },
  2: { key: 'outputs', kind: 'text', repeated: true },
  3: { key: 'name', kind: 'text' },
  4: { key: 'opType', kind: 'text' },
  5: { key: 'attributes', kind: 'message', repeated: true, schema: () => attribute },
  7: { key: 'domain', kind: 'text' },
};

const graph: Schema = {
  1: { key: 'nodes', kind: 'message', repeated: true, schema: () => node },
  2: { key: 'name', kind: 'text' },
  5: { key: 'initializers', kind: 'message', repeated: true, schema: () => tensor },
  11: { key: 'inputs', kind: 'message', repeated: true, schema: () => valueInfo },
  12: { key: 'outputs', kind: 'message', repeated: true, schema: () => valueInfo },
};

const operatorSet: Schema = { 1: { key: 'domain', kind: 'text' }, 2: { key: 'version', kind: 'number' } };

const model: Schema = {
  1: { key: 'irVersion', kind: 'number' },
  2: { key: 'producer', kind: 'text' },
  7: { key: 'graph', kind: 'message', schema: () => graph },
  8: { key: 'operatorSets', kind: 'message', repeated: true, schema: () => operatorSet },
};

export function readModel(bytes: Uint8Array): Model {
  return decode(model, bytes) as unknown as Model;
}

export function writeModel(value: Model): Uint8Array {
  return joinChunks(encode(model, value as unknown as Record<string, unknown>));
}
