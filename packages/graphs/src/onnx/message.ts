import { GraphError } from '../errors.ts';
import { appendField, type Chunks, type Field, readFields, readPacked } from './wire.ts';

/** How one field of a message is read and written. */
export interface FieldSchema {
  key: string;
  /** `number` is for values that fit a double exactly; `int64` keeps all 64 bits. */
  kind: 'number' | 'int64' | 'float' | 'text' | 'bytes' | 'message';
  repeated?: boolean;
  /** A function, since a graph holds nodes that hold graphs. */
  schema?: () => Schema;
}

export type Schema = Record<number, FieldSchema>;

type Value = Record<string, unknown>;

const utf8 = new TextDecoder();
const toUtf8 = new TextEncoder();
const wireTypes = { number: 0, int64: 0, float: 5, text: 2, bytes: 2, message: 2 } as const;

/** Reads a message; fields that the schema does not name, or that are not of its type, are kept in `rest`. */
export function decode(schema: Schema, bytes: Uint8Array): Value {
  const value: Value = {};
  for (const { key, repeated } of Object.values(schema)) if (repeated) value[key] = [];
  const rest: Field[] = [];
  for (const field of readFields(bytes)) {
    const known = schema[field.id];
    const read = known && readField(known, field);
    if (!known || !read) rest.push(field);
    else if (known.repeated) (value[known.key] as unknown[]).push(...read);
    else value[known.key] = read[0];
  }
  if (rest.length > 0) value.rest = rest;
  return value;
}

export function encode(schema: Schema, value: Value): Chunks {
  const chunks: Chunks = { parts: [], size: 0 };
  for (const [id, field] of Object.entries(schema)) {
    const content = value[field.key];
    if (content === undefined) continue;
    for (const item of field.repeated ? (content as unknown[]) : [content]) {
      appendField(chunks, Number(id), wireTypes[field.kind], encodeItem(field, item));
    }
  }
  for (const field of (value.rest ?? []) as Field[]) appendField(chunks, field.id, field.wire, field.value);
  return chunks;
}

/** The values in one wire field, several when it is packed; undefined when it is of another type. */
function readField(known: FieldSchema, field: Field): unknown[] | undefined {
  if (known.kind === 'number' || known.kind === 'int64') {
    const integers = field.wire === 0 ? [field.value] : packed(known, field);
    return known.kind === 'number' ? integers?.map((integer) => exact(known.key, integer)) : integers;
  }
  if (field.wire !== wireTypes[known.kind]) return undefined;
  const bytes = field.value;
  if (known.kind === 'float') return [new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true)];
  if (known.kind === 'text') return [utf8.decode(bytes)];
  return [known.kind === 'bytes' ? bytes : decode(known.schema!(), bytes)];
}

function packed(known: FieldSchema, field: Field): bigint[] | undefined {
  return field.wire === 2 && known.repeated ? readPacked(field.value) : undefined;
}

function exact(key: string, integer: bigint): number {
  const number = Number(integer);
  if (!Number.isSafeInteger(number)) throw new GraphError('malformed', `${key} is ${integer}, out of range`);
  return number;
}

function encodeItem(field: FieldSchema, item: unknown): bigint | Uint8Array | Chunks {
  switch (field.kind) {
    case 'number':
      return BigInt(item as number);
    case 'int64':
      return item as bigint;
    case 'text':
      return toUtf8.encode(item as string);
    case 'bytes':
      return item as Uint8Array;
    case 'float':
      return new Uint8Array(Float32Array.of(item as number).buffer);
    case 'message':
      return encode(field.schema!(), item as Value);
  }
}
