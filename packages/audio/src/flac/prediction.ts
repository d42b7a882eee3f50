import {
  addI32,
  addI64,
  assemble,
  constant,
  f32,
  get,
  i32,
  i64,
  lessI32,
  loadI32,
  loadV128,
  loadWide,
  loop,
  multiplyI32,
  multiplyI64,
  multiplyV128,
  narrow,
  repeatIf,
  set,
  shiftI32,
  shiftI64,
  splatF32,
  storeI32,
  storeV128,
  tee,
  toFloatV128,
  type WasmFunction,
  widen,
} from '@locutor/kernels';

export const highestOrder = 32;
const mostChannels = 8;
const mostSamples = 65_535;

const weightsBytes = highestOrder * 4;
const channelBytes = (mostSamples + 1) * 4;

/**
 * restore(first, end, shift) for one order: adds to every residual, from the byte address `first` on, what the
 * samples before it predict. The weights, oldest sample first, are read from the start of the memory once. Each
 * order has a function of its own, with all its products written out.
 */
function restoreOrder(order: number, wide: boolean): WasmFunction {
  const [at, end, shift, sum] = [0, 1, 2, 3];
  const type = wide ? i64 : i32;
  const [load, add, multiply] = wide ? [loadWide, addI64, multiplyI64] : [loadI32, addI32, multiplyI32];
  const taps = Array.from({ length: order }, (_, tap) => tap);
  const weight = (tap: number) => sum + 1 + tap;
  const product = (tap: number) => [...get(weight(tap)), ...get(at), ...load(4 * tap), ...multiply];
  const shifted = wide
    ? [...get(sum), ...get(shift), ...widen, ...shiftI64, ...narrow]
    : [...get(sum), ...get(shift), ...shiftI32];
  const target = 4 * order;
  return {
    name: `${wide ? 'wide' : 'short'}${order}`,
    parameters: [i32, i32, i32],
    locals: new Array<typeof type>(order + 1).fill(type),
    body: [
      ...taps.map((tap) => [...constant(0), ...load(4 * tap), ...set(weight(tap))]),
      loop(
        ...taps.map((tap) => [...product(tap), ...(tap > 0 ? add : [])]),
        set(sum),
        [...get(at), ...get(at), ...loadI32(target), ...shifted, ...addI32, ...storeI32(target)],
        [...get(at), ...constant(4), ...addI32, ...tee(at), ...get(end), ...lessI32, ...repeatIf],
      ),
    ],
  };
}

/**
 * floats(first, end, scale): turns samples into floats in place, four at a time; up to three behind the end are
 * converted too. In JavaScript this took as long as the prediction itself.
 */
function convertToFloats(): WasmFunction {
  const [at, end, scale] = [0, 1, 2];
  return {
    name: 'floats',
    parameters: [i32, i32, f32],
    body: [
      loop(
        [...get(at), ...get(at), ...loadV128(0), ...toFloatV128],
        [...get(scale), ...splatF32, ...multiplyV128, ...storeV128(0)],
        [...get(at), ...constant(16), ...addI32, ...tee(at), ...get(end), ...lessI32, ...repeatIf],
      ),
    ],
  };
}

const orders = Array.from({ length: highestOrder }, (_, i) => i + 1);
const { buffer, functions } = assemble(weightsBytes + mostChannels * channelBytes, [
  ...orders.map((order) => restoreOrder(order, false)),
  ...orders.map((order) => restoreOrder(order, true)),
  convertToFloats(),
]);
const weights = new Int32Array(buffer, 0, highestOrder);

/**
 * Where a frame's channels are decoded: one memory for all streams, as a frame is decoded in one go. The same
 * loop in JavaScript took two thirds of all the time, in doubles even more.
 */
export const channelSamples: readonly Int32Array[] = Array.from(
  { length: mostChannels },
  (_, channel) => new Int32Array(buffer, weightsBytes + channel * channelBytes, mostSamples),
);

/** The same memory as floats, once `toFloats` has been called. */
export const channelFloats: readonly Float32Array[] = channelSamples.map(
  ({ byteOffset, length }) => new Float32Array(buffer, byteOffset, length),
);

/** Turns the first `size` samples of a channel into floats of `scale` times their value, in place. */
export function toFloats(samples: Int32Array, size: number, scale: number): void {
  functions.floats!(samples.byteOffset, samples.byteOffset + size * 4, scale);
}

/**
 * Turns the residuals behind the first samples of a channel into samples. `coefficients` has the one for the
 * newest sample first; `width` is how many bits the sum of products may take.
 */
export function restore(
  samples: Int32Array,
  size: number,
  coefficients: readonly number[],
  shift: number,
  width: number,
): void {
  const order = coefficients.length;
  if (order === 0 || size <= order) return;
  for (let tap = 0; tap < order; tap++) weights[tap] = coefficients[order - 1 - tap]!;
  const first = samples.byteOffset;
  functions[`${width <= 32 ? 'short' : 'wide'}${order}`]!(first, first + (size - order) * 4, shift);
}
