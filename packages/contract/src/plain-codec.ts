import { decode, ExtensionCodec, encode } from '@msgpack/msgpack';

/**
 * Plain data as bytes, for bytes that others may have written: MessagePack with the arrays of numbers, maps and gaps that
 * jobs use. Only the sign of a zero is lost. V8's own serialisation would be shorter to write, but it is made for bytes
 * that one wrote oneself: it builds whatever objects its input asks for, and its decoder is not meant to withstand a
 * hostile one.
 */
export function encodePlain(value: unknown): Uint8Array {
  return encode(value, OPTIONS);
}

/**
 * How deep lists, objects, maps and sets may be in each other; no job needs a tenth of it. Whoever works through a value
 * does so by recursion, and a megabyte of "[[[[" would be a million steps deep.
 */
export const MOST_DEEP = 100;

/** Throws where the bytes are not what `encodePlain` writes. */
export function decodePlain(bytes: Uint8Array): unknown {
  const value = decodeWithin(bytes, 0);
  checkDepth(value);
  return value;
}

/** Maps, sets and lists with gaps are written as bytes of their own: each is one decoder in another. */
let nested = 0;

function decodeNested(bytes: Uint8Array): unknown {
  return decodeWithin(bytes, nested + 1);
}

function decodeWithin(bytes: Uint8Array, depth: number): unknown {
  if (depth > MOST_DEEP) throw tooDeep();
  const around = nested;
  nested = depth;
  try {
    // Every item takes a byte at least: a longer length is a lie that would only take memory.
    const most = bytes.byteLength;
    return decode(bytes, { ...OPTIONS, maxArrayLength: most, maxMapLength: most });
  } finally {
    nested = around;
  }
}

/** Level by level: the decoder itself does not recurse, and what it made may be of any depth. */
function checkDepth(value: unknown): void {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= MOST_DEEP) throw tooDeep();
    level = level.flatMap(membersOf);
  }
}

/** What is in a value that may hold more; numbers and texts hold nothing, arrays of numbers neither. */
function membersOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value)) return value.filter(isHolder);
  if (value instanceof Map) return [...value].flat().filter(isHolder);
  if (value instanceof Set) return [...value].filter(isHolder);
  return Object.values(value).filter(isHolder);
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function tooDeep(): RangeError {
  return new RangeError(`a value is more than ${MOST_DEEP} levels deep`);
}

const VIEWS = [
  Int8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;

const extensionCodec = new ExtensionCodec();
const OPTIONS = { extensionCodec, ignoreUndefined: true };

/** The numbers of the types; encoders are asked in their order. */
const [MAP, SET, WITH_GAPS, FIRST_VIEW, NONE] = [1, 2, 3, 10, 127] as const;

extensionCodec.register({
  type: MAP,
  encode: (value) => (value instanceof Map ? encodePlain([...value]) : null),
  decode: (data) => new Map(decodeNested(data) as [unknown, unknown][]),
});

extensionCodec.register({
  type: SET,
  encode: (value) => (value instanceof Set ? encodePlain([...value]) : null),
  decode: (data) => new Set(decodeNested(data) as unknown[]),
});

// MessagePack has null only: the places of undefined follow the list.
extensionCodec.register({
  type: WITH_GAPS,
  encode(value) {
    if (!Array.isArray(value) || !value.includes(undefined)) return null;
    const gaps = [...value.keys()].filter((index) => value[index] === undefined);
    return encodePlain([value.map((each) => each ?? null), gaps]);
  },
  decode(data) {
    const [list, gaps] = decodeNested(data) as [unknown[], number[]];
    for (const index of gaps) if (index < list.length) list[index] = undefined;
    return list;
  },
});

for (const [index, View] of VIEWS.entries()) {
  extensionCodec.register({
    type: FIRST_VIEW + index,
    encode: (value) =>
      value instanceof View ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null,
    // A copy: the bytes of a message need not begin where such an array may.
    decode: (data) => new View(data.slice().buffer),
  });
}

extensionCodec.register({
  type: NONE,
  encode(value) {
    if (isPlain(value)) return null;
    throw new TypeError(`an instance of ${(value as object).constructor?.name} is not plain data`);
  },
  decode: () => {
    throw new TypeError('there is no value of this type');
  },
});

/** What MessagePack writes by itself; of other objects it would silently write the properties. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value) || value instanceof Uint8Array) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
