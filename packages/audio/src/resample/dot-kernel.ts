/**
 * The dot product of two float vectors, as a WebAssembly module of 150 bytes.
 *
 * It is the whole cost of resampling. Four lanes at a time it runs 44.1 → 16 kHz about five times as fast as
 * the same loop in JavaScript, and more than five times as fast as the Speex resampler's WebAssembly build,
 * which falls back to interpolating its filter at that ratio (165× real time, measured beside this one).
 */

const i32 = 0x7f;
const f32 = 0x7d;
const v128 = 0x7b;

const getLocal = (index: number) => [0x20, index];
const setLocal = (index: number) => [0x21, index];
const teeLocal = (index: number) => [0x22, index];
const addConstant = (value: number) => [0x41, value, 0x6a];
const loadVector = (offset: number) => [0xfd, 0x00, 0x04, offset];
const addVectors = [0xfd, 0xe4, 0x01];
const multiplyVectors = [0xfd, 0xe6, 0x01];
const lane = (index: number) => [0xfd, 0x1f, index];
const addFloats = 0x92;

const [left, right, leftEnd, even, odd] = [0, 1, 2, 3, 4] as const;

const accumulate = (sum: number, offset: number) => [
  ...getLocal(sum),
  ...getLocal(left),
  ...loadVector(offset),
  ...getLocal(right),
  ...loadVector(offset),
  ...multiplyVectors,
  ...addVectors,
  ...setLocal(sum),
];

// Two sums, because one would wait for its own last addition.
const body = [
  ...[0x01, 0x02, v128],
  ...[0x03, 0x40],
  ...accumulate(even, 0),
  ...accumulate(odd, 16),
  ...[...getLocal(right), ...addConstant(32), ...setLocal(right)],
  ...[...getLocal(left), ...addConstant(32), ...teeLocal(left), ...getLocal(leftEnd), 0x49, 0x0d, 0x00],
  0x0b,
  ...[...getLocal(even), ...getLocal(odd), ...addVectors, ...teeLocal(even), ...lane(0)],
  ...[...getLocal(even), ...lane(1), addFloats],
  ...[...getLocal(even), ...lane(2), addFloats],
  ...[...getLocal(even), ...lane(3), addFloats],
  0x0b,
];

const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
const name = (text: string) => [text.length, ...Buffer.from(text)];

const moduleBytes = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [0x01, 0x60, 0x03, i32, i32, i32, 0x01, f32]),
  ...section(2, [0x01, ...name('host'), ...name('memory'), 0x02, 0x00, 0x01]),
  ...section(3, [0x01, 0x00]),
  ...section(7, [0x01, ...name('dot'), 0x00, 0x00]),
  ...section(10, [0x01, body.length, ...body]),
]);

/** The little of WebAssembly's interface used here; the compiler's own declarations come only with the DOM's. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
};

export interface Kernel {
  readonly buffer: ArrayBuffer;
  /**
   * Reads two vectors of a multiple of eight floats from `buffer`, one from byte `left` up to `leftEnd`, the
   * other from byte `right`.
   */
  readonly dot: (left: number, right: number, leftEnd: number) => number;
}

export function createKernel(bytes: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes), { host: { memory } });
  return { buffer: memory.buffer, dot: instance.exports['dot'] as Kernel['dot'] };
}
