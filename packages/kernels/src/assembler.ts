/**
 * As much of a WebAssembly assembler as the inner loops of this package need: the mixing of channels, the dot
 * product of the resampler, the prediction of FLAC and its conversion to floats, and what synthesis does between products. Written out
 * as instructions they run several times as fast as the same loops in JavaScript, and no compiler or generated file has to be kept.
 */

export const i32 = 0x7f;
export const i64 = 0x7e;
export const f32 = 0x7d;
export const f64 = 0x7c;
export const v128 = 0x7b;
type ValueType = typeof i32 | typeof i64 | typeof f32 | typeof f64 | typeof v128;

/** The encoding of an unsigned number. */
export function number(value: number): number[] {
  const low = value & 0x7f;
  return value < 128 ? [low] : [low | 0x80, ...number(value >>> 7)];
}

/** The encoding of a number with a sign, of 32 bits. */
function integer(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isAll = rest === ((low & 0x40) === 0 ? 0 : -1);
  return isAll ? [low] : [low | 0x80, ...integer(rest)];
}

export const get = (local: number): number[] => [0x20, ...number(local)];
export const set = (local: number): number[] => [0x21, ...number(local)];
export const tee = (local: number): number[] => [0x22, ...number(local)];
export const constant = (value: number): number[] => [0x41, ...integer(value)];
export const loop = (...body: readonly (readonly number[])[]): number[] => [0x03, 0x40, ...body.flat(), 0x0b];
export const when = (...body: readonly (readonly number[])[]): number[] => [0x04, 0x40, ...body.flat(), 0x0b];
export const repeatIf = [0x0d, 0x00];
export const call = (index: number): number[] => [0x10, ...number(index)];

export const addI32 = [0x6a];
export const subtractI32 = [0x6b];
export const multiplyI32 = [0x6c];
export const lessI32 = [0x49];
export const atLeastI32 = [0x4f];
export const loadI32 = (offset: number): number[] => [0x28, 0x02, ...number(offset)];
export const storeI32 = (offset: number): number[] => [0x36, 0x02, ...number(offset)];
export const shiftI32 = [0x75];
export const addI64 = [0x7c];
export const multiplyI64 = [0x7e];
export const shiftI64 = [0x87];
export const widen = [0xac];
export const narrow = [0xa7];
/** Loads 32 bits and widens them to 64. */
export const loadWide = (offset: number): number[] => [0x34, 0x02, ...number(offset)];
export const addF32 = [0x92];
export const storeF32 = [0x38, 0x02, 0x00];
export const loadV128 = (offset: number): number[] => [0xfd, 0x00, 0x04, ...number(offset)];
export const storeV128 = (offset: number): number[] => [0xfd, 0x0b, 0x04, ...number(offset)];
export const addV128 = [0xfd, 0xe4, 0x01];
export const subtractV128 = [0xfd, 0xe5, 0x01];
export const multiplyV128 = [0xfd, 0xe6, 0x01];
export const minimumV128 = [0xfd, 0xe8, 0x01];
export const maximumV128 = [0xfd, 0xe9, 0x01];
/** One instruction of the processor each, where those above are many: they look neither for NaN nor at the sign of nought. */
export const lesserV128 = [0xfd, 0xea, 0x01];
export const greaterV128 = [0xfd, 0xeb, 0x01];
/** The nearest whole numbers; of two that are as near, the even one. */
export const roundV128 = [0xfd, 0x6a];
/** Four floats to four 32-bit integers. */
export const toIntegersV128 = [0xfd, 0xf8, 0x01];
/** Two vectors of 32-bit integers to one of 16 bits, and two of those to one of bytes; what is too large becomes the largest. */
export const narrowToI16 = [0xfd, 0x85, 0x01];
export const narrowToU8 = [0xfd, 0x66];
/** All bits of the lanes that are equal, none of the others. */
export const equalV128 = [0xfd, 0x41];
export const andV128 = [0xfd, 0x4e];
/** Four 32-bit integers to four floats. */
export const toFloatV128 = [0xfd, 0xfa, 0x01];
/** A float from the stack in all four lanes. */
export const splatF32 = [0xfd, 0x13];
/** Two floats as two doubles, and back. */
export const loadPair = [0xfd, 0x5d, 0x03, 0x00];
export const toDoubles = [0xfd, 0x5f];
export const fromDoubles = [0xfd, 0x5e];
export const storePair = [0xfd, 0x5b, 0x03, 0x00, 0x00];
export const splatF64 = [0xfd, 0x14];
export const addDoubles = [0xfd, 0xf0, 0x01];
export const divideDoubles = [0xfd, 0xf3, 0x01];
/** The same number in all four lanes. */
export const constantV128 = (value: number): number[] => [
  0xfd,
  0x0c,
  ...new Uint8Array(new Float32Array(4).fill(value).buffer),
];
export const laneF32 = (lane: number): number[] => [0xfd, 0x1f, lane];

export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly result?: ValueType;
  readonly locals?: readonly ValueType[];
  readonly body: readonly (readonly number[])[];
}

/** The little of WebAssembly's interface used here; the compiler's own declarations come only with the DOM's. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

export type NumericFunction = (...values: number[]) => number;

export interface Kernel {
  readonly buffer: ArrayBuffer;
  readonly functions: Readonly<Record<string, NumericFunction>>;
}

const vector = (items: readonly (readonly number[])[]) => [...number(items.length), ...items.flat()];
const text = (value: string) => vector([...Buffer.from(value)].map((byte) => [byte]));
const section = (id: number, items: readonly (readonly number[])[]) => {
  const content = vector(items);
  return [id, ...number(content.length), ...content];
};

/** Functions over one memory of at least `bytes`. A function may call those before it by their index. */
export function assemble(bytes: number, functions: readonly WasmFunction[]): Kernel {
  const code = functions.map(({ locals = [], body }) => {
    const content = [...vector(locals.map((type) => [1, type])), ...body.flat(), 0x0b];
    return [...number(content.length), ...content];
  });
  const module = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(
      1,
      functions.map(({ parameters, result }) => [
        0x60,
        ...vector(parameters.map((type) => [type])),
        ...vector(result ? [[result]] : []),
      ]),
    ),
    ...section(2, [[...text('host'), ...text('memory'), 0x02, 0x00, 0x01]]),
    ...section(
      3,
      functions.map((_, index) => number(index)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...text(name), 0x00, ...number(index)]),
    ),
    ...section(10, code),
  ]);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { host: { memory } });
  return { buffer: memory.buffer, functions: exports as Record<string, NumericFunction> };
}
