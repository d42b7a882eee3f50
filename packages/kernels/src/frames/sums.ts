import {
  addI32,
  addV128,
  atLeastI32,
  constant,
  get,
  i32,
  lessI32,
  loadV128,
  loop,
  multiplyV128,
  repeatIf,
  set,
  storeV128,
  subtractI32,
  tee,
  v128,
  type WasmFunction,
  when,
} from '../assembler.ts';

/** Rows of which a column is added up at once, with the sums in registers. */
const ROWS = 8;

/** sum(values, rows, sums): adds each channel to its sum, and its squares to those behind all sums. */
export function sum(channels: number): WasmFunction {
  const [values, rows, sums, ...locals] = [0, 1, 2, 3, 4, 5, 6];
  const load = (offset: number) => [...get(values), ...loadV128(offset)];
  return {
    name: `sum${channels}`,
    parameters: [i32, i32, i32],
    locals: [v128, v128, v128, i32],
    body: overRows({
      channels,
      pointers: [values],
      rows,
      sums,
      locals,
      value: (offset, keep) => [...load(offset), ...set(keep)],
    }),
  };
}

/** add(values, others, out, rows, sums): the same of the sums of two, which are written, too. */
export function add(channels: number): WasmFunction {
  const [values, others, out, rows, sums, ...locals] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const value = (offset: number, keep: number) => [
    ...[...get(out), ...get(values), ...loadV128(offset), ...get(others), ...loadV128(offset), ...addV128],
    ...[...tee(keep), ...storeV128(offset)],
  ];
  return {
    name: `add${channels}`,
    parameters: [i32, i32, i32, i32, i32],
    locals: [v128, v128, v128, i32],
    body: overRows({ channels, pointers: [values, others, out], rows, sums, locals, value }),
  };
}

interface Columns {
  channels: number;
  /** What goes on with the rows; the first says where a row ends. */
  pointers: readonly number[];
  rows: number;
  sums: number;
  locals: readonly number[];
  /** Instructions that put four values of the row at an offset into a local. */
  value(offset: number, keep: number): number[];
}

function overRows(columns: Columns): number[][] {
  const { rows } = columns;
  const whileAtLeast = (count: number) => {
    const enough = [...get(rows), ...constant(count), ...atLeastI32];
    const done = [...get(rows), ...constant(count), ...subtractI32, ...set(rows)];
    return [enough, when(loop(...overColumns(columns, count), done, [...enough, ...repeatIf]))];
  };
  return [...whileAtLeast(ROWS), ...whileAtLeast(1)];
}

/** Of so many rows, four channels after the other. */
function overColumns({ channels, pointers, sums, locals, value }: Columns, count: number): number[][] {
  const [total, squares, kept, end] = locals as [number, number, number, number];
  const rowBytes = 4 * channels;
  const moveBy = (bytes: number) => (pointer: number) => [
    ...[...get(pointer), ...constant(bytes), ...addI32, ...set(pointer)],
  ];
  return [
    [...get(pointers[0]!), ...constant(rowBytes), ...addI32, ...set(end)],
    loop(
      [...get(sums), ...loadV128(0), ...set(total), ...get(sums), ...loadV128(rowBytes), ...set(squares)],
      ...Array.from({ length: count }, (_, row) => [
        ...value(row * rowBytes, kept),
        ...[...get(total), ...get(kept), ...addV128, ...set(total)],
        ...[...get(squares), ...get(kept), ...get(kept), ...multiplyV128, ...addV128, ...set(squares)],
      ]),
      [...get(sums), ...get(total), ...storeV128(0), ...get(sums), ...get(squares), ...storeV128(rowBytes)],
      ...[...pointers, sums].map(moveBy(16)),
      [...get(pointers[0]!), ...get(end), ...lessI32, ...repeatIf],
    ),
    ...pointers.map(moveBy((count - 1) * rowBytes)),
    moveBy(-rowBytes)(sums),
  ];
}
