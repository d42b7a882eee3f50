import {
  addI32,
  addV128,
  assemble,
  atLeastI32,
  call,
  constant,
  dotProduct,
  get,
  i32,
  lanesOf,
  lessI32,
  loadV128,
  loop,
  multiplyI32,
  multiplyV128,
  offsets,
  onByRound,
  repeatIf,
  set,
  storeF32,
  subtractI32,
  tee,
  v128,
  type WasmFunction,
  when,
} from '@locutor/kernels';

/** Outputs that `dotProducts` computes at once: fewer load the table more often, eight run out of registers. */
export const outputsPerRound = 4;

/**
 * dots(left, right, leftEnd, rightStep, output, outputStep): the products of one row with `outputsPerRound` pieces
 * of input, `rightStep` bytes from each other. Each load of the row serves all of them, which makes it 1.4 times
 * as fast as one after the other. It adds in the order of `dot`, so that both give the same bits.
 */
function dotProducts(): WasmFunction {
  const [left, right, leftEnd, rightStep, output, outputStep] = [0, 1, 2, 3, 4, 5];
  const rights = [right, 6, 7, 8];
  const sums = [9, 10, 11, 12];
  const row = 13;
  const spread = [1, 2, 3].map((i) => [
    ...get(rights[i - 1]!),
    ...get(rightStep),
    ...addI32,
    ...set(rights[i]!),
  ]);
  const accumulate = offsets.flatMap((offset) =>
    sums.map((sum, i) => [
      ...get(sum),
      ...(i === 0 ? [...get(left), ...loadV128(offset), ...tee(row)] : get(row)),
      ...get(rights[i]!),
      ...loadV128(offset),
      ...multiplyV128,
      ...addV128,
      ...set(sum),
    ]),
  );
  const store = sums.flatMap((sum) => [
    [...get(output), ...lanesOf(sum), ...storeF32],
    [...get(output), ...get(outputStep), ...addI32, ...set(output)],
  ]);
  return {
    name: 'dots',
    parameters: new Array<typeof i32>(6).fill(i32),
    locals: [i32, i32, i32, v128, v128, v128, v128, v128],
    body: [
      ...spread,
      loop(...accumulate, ...rights.map((pointer) => [...onByRound(pointer), ...set(pointer)]), [
        ...onByRound(left),
        ...tee(left),
        ...get(leftEnd),
        ...lessI32,
        ...repeatIf,
      ]),
      ...store,
    ],
  };
}

/**
 * filter(input, fraction, output, outputEnd, up, step, rest, row, inputStep, outputStep): for each output, products
 * of its row of the table with the input, by `dots` where `many` and else by `dot`. Every output moves `step` bytes
 * on in the input and `rest` rows down in the table, which starts at address 0 and wraps at `up`.
 */
function polyphase(name: string, many: boolean): WasmFunction {
  const [input, fraction, output, outputEnd, up, step, rest, row, inputStep, outputStep, table] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ];
  const wrap = when(
    [...get(fraction), ...get(up), ...subtractI32, ...set(fraction)],
    [...get(input), ...constant(4), ...addI32, ...set(input)],
  );
  const operands = [
    [...get(fraction), ...get(row), ...multiplyI32, ...tee(table)],
    get(input),
    [...get(table), ...get(row), ...addI32],
  ];
  const products = many
    ? [...operands, get(inputStep), get(output), get(outputStep), call(1)]
    : [get(output), ...operands, call(0), storeF32];
  return {
    name,
    parameters: new Array<typeof i32>(10).fill(i32),
    locals: [i32],
    body: [
      loop(
        ...products,
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
  const { buffer, functions } = assemble(bytes, [
    dotProduct(),
    dotProducts(),
    polyphase('filter', false),
    polyphase('filterMany', true),
  ]);
  const { dot, filter, filterMany } = functions;
  return { buffer, dot: dot!, filter: filter!, filterMany: filterMany! };
}
