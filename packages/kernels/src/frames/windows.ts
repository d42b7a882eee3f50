import {
  addI32,
  constant,
  get,
  i32,
  lessI32,
  loadV128,
  loop,
  repeatIf,
  set,
  storeV128,
  subtractI32,
  tee,
  type WasmFunction,
} from '../assembler.ts';

/** Rows are a multiple of so many bytes long. */
export const WINDOW_STEP = 128;
const VECTORS = Array.from({ length: WINDOW_STEP / 16 }, (_, at) => 16 * at);

/**
 * windows(rows, out, outEnd, rowBytes, taps, tapBytes): for each row, itself and the rows `tapBytes` behind it, twice that, and so on,
 * one after the other: what a convolution sees.
 */
export function windows(): WasmFunction {
  const [row, out, outEnd, rowBytes, taps, tapBytes, seen, from, left] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const copy = VECTORS.flatMap((offset) => [
    ...get(out),
    ...get(from),
    ...loadV128(offset),
    ...storeV128(offset),
  ]);
  return {
    name: 'windows',
    parameters: [i32, i32, i32, i32, i32, i32],
    locals: [i32, i32, i32],
    body: [
      loop(
        [...get(row), ...set(seen), ...get(taps), ...set(left)],
        loop(
          [...get(seen), ...set(from)],
          loop(
            copy,
            [...get(out), ...constant(WINDOW_STEP), ...addI32, ...set(out)],
            [...get(from), ...constant(WINDOW_STEP), ...addI32, ...tee(from)],
            [...get(seen), ...subtractI32, ...get(rowBytes), ...lessI32, ...repeatIf],
          ),
          [...get(seen), ...get(tapBytes), ...addI32, ...set(seen)],
          [...get(left), ...constant(1), ...subtractI32, ...tee(left), ...repeatIf],
        ),
        [...get(row), ...get(rowBytes), ...addI32, ...set(row)],
        [...get(out), ...get(outEnd), ...lessI32, ...repeatIf],
      ),
    ],
  };
}
