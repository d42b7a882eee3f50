import {
  addI32,
  addI64,
  assemble,
  constant,
  get,
  i32,
  i64,
  lessI32,
  loadI32,
  loadWide,
  loop,
  multiplyI32,
  multiplyI64,
  narrow,
  repeatIf,
  set,
  shiftI32,
  shiftI64,
  storeI32,
  tee,
  type WasmFunction,
  widen,
} from '../wasm/assembler.ts';

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

const orders = Array.from({ length: highestOrder }, (_, i) => i + 1);
const { buffer, functions } = assemble(weightsBytes + mostChannels * channelBytes, [
  ...orders.map((order) => restoreOrder(order, false)),
  ...orders.map((order) => restoreOrder(order, true)),
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
