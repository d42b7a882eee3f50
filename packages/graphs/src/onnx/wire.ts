import { GraphError } from '../errors.ts';

/**
 * One field of a protobuf message as it lies on the wire. Length-delimited and fixed-width values are views
 * into the bytes that were read, never copies: a 42 MB model is held once.
 */
export type Field =
  | { id: number; wire: 0; value: bigint }
  | { id: number; wire: 1 | 2 | 5; value: Uint8Array };

/** Encoded bytes still in pieces, so that weights are copied only once, when the file is assembled. */
export interface Chunks {
  parts: Uint8Array[];
  size: number;
}

/** The fields of one message, in order. Groups, which ONNX never had, are refused. */
export function readFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined)
        throw new GraphError('malformed', `the message ends inside a number at byte ${at}`);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new GraphError('malformed', `a number before byte ${at} is longer than 64 bits`);
  };
  const take = (length: number): Uint8Array => {
    if (length < 0 || at + length > bytes.length) {
      throw new GraphError(
        'malformed',
        `a field of ${length} bytes at byte ${at} passes the end, ${bytes.length}`,
      );
    }
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const id = Math.floor(tag / 8);
    const wire = tag % 8;
    if (id < 1) throw new GraphError('malformed', `field number ${id} before byte ${at}`);
    if (wire === 0) fields.push({ id, wire, value: varint() });
    else if (wire === 1) fields.push({ id, wire, value: take(8) });
    else if (wire === 2) fields.push({ id, wire, value: take(Number(varint())) });
    else if (wire === 5) fields.push({ id, wire, value: take(4) });
    else throw new GraphError('malformed', `wire type ${wire} before byte ${at}`);
  }
  return fields;
}

export function writeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

/** The values of a packed repeated number field. */
export function readPacked(bytes: Uint8Array): bigint[] {
  const values: bigint[] = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of bytes) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte < 0x80) {
      values.push(BigInt.asIntN(64, value));
      value = 0n;
      shift = 0n;
    }
  }
  if (shift > 0n) throw new GraphError('malformed', 'a packed list of numbers ends inside a number');
  return values;
}

/** Appends one field; a nested message is given as its chunks. */
export function appendField(to: Chunks, id: number, wire: number, value: bigint | Uint8Array | Chunks): void {
  push(to, writeVarint(BigInt(id * 8 + wire)));
  if (typeof value === 'bigint') {
    push(to, writeVarint(value));
  } else if (value instanceof Uint8Array) {
    if (wire === 2) push(to, writeVarint(BigInt(value.length)));
    push(to, value);
  } else {
    push(to, writeVarint(BigInt(value.size)));
    for (const part of value.parts) push(to, part);
  }
}

export function joinChunks(chunks: Chunks): Uint8Array {
  const bytes = new Uint8Array(chunks.size);
  let at = 0;
  for (const part of chunks.parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function push(to: Chunks, part: Uint8Array): void {
  to.parts.push(part);
  to.size += part.length;
}
