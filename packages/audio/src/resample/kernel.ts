import {
  addF32,
  addI32,
  addV128,
  assemble,
  atLeastI32,
  call,
  constant,
  f32,
  get,
  i32,
  laneF32,
  lessI32,
  loadV128,
  loop,
  multiplyI32,
  multiplyV128,
  repeatIf,
  set,
  storeF32,
  subtractI32,
  tee,
  v128,
  type WasmFunction,
  when,
} from '../wasm/assembler.ts';

/** Filters are a multiple of this many taps long. */
export const tapsPerRound = 16;

/** dot(left, right, leftEnd): addresses in bytes. Four sums, because one would wait for its own last addition. */
function dotProduct(): WasmFunction {
  const [left, right, leftEnd] = [0, 1, 2];
  const sums = [3, 4, 5, 6];
  const accumulate = sums.map((sum, i) => [
    ...get(sum),
    ...get(left),
    ...loadV128(16 * i),
    ...get(right),
    ...loadV128(16 * i),
    ...multiplyV128,
    ...addV128,
    ...set(sum),
  ]);
  const [total] = sums as [number];
  const pairs = [get(3), get(4), addV128, get(5), get(6), addV128, addV128, tee(total), laneF32(0)];
  const lanes = [1, 2, 3].map((lane) => [...get(total), ...laneF32(lane), ...addF32]);
  return {
    name: 'dot',
    parameters: [i32, i32, i32],
    result: f32,
    locals: [v128, v128, v128, v128],
    body: [
      loop(
        ...accumulate,
        [...get(right), ...constant(32), ...addI32, ...constant(32), ...addI32, ...set(right)],
        [...get(left), ...constant(32), ...addI32, ...constant(32), ...addI32, ...tee(left)],
        [...get(leftEnd), ...lessI32, ...repeatIf],
      ),
      ...pairs,
      ...lanes,
    ],
  };
}

/**
 * filter(input, fraction, output, outputEnd, up, step, rest, row): one dot product per output. Every output moves
 * `step` bytes on in the input and `rest` rows down in the table, which starts at address 0 and wraps at `up`.
 */
function polyphase(): WasmFunction {
  const [input, fraction, output, outputEnd, up, step, rest, row, table] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const wrap = when(
    [...get(fraction), ...get(up), ...subtractI32, ...set(fraction)],
    [...get(input), ...constant(4), ...addI32, ...set(input)],
  );
  return {
    name: 'filter',
    parameters: new Array<typeof i32>(8).fill(i32),
    locals: [i32],
    body: [
      loop(
        get(output),
        [...get(fraction), ...get(row), ...multiplyI32, ...tee(table)],
        get(input),
        [...get(table), ...get(row), ...addI32],
        call(0),
        storeF32,
        [...get(input), ...get(step), ...addI32, ...set(input)],
        [...get(fraction), ...get(rest), ...addI32, ...tee(fraction), ...get(up), ...atLeastI32, ...wrap],
        [
          ...get(output),
          ...constant(4),
          ...addI32,
          ...tee(output),
          ...get(outputEnd),
          ...lessI32,
          ...repeatIf,
        ],
      ),
    ],
  };
}

/**
 * The whole cost of resampling. At 44.1 → 16 kHz the Speex resampler's WebAssembly build, which interpolates its
 * filter there, ran at 165× real time where this ran at 600×.
 */
export function createKernel(bytes: number) {
  const { buffer, functions } = assemble(bytes, [dotProduct(), polyphase()]);
  return { buffer, dot: functions.dot!, filter: functions.filter! };
}
