import {
  addI32,
  addV128,
  constant,
  f32,
  get,
  i32,
  lessI32,
  loadV128,
  loop,
  multiplyV128,
  narrowToI16,
  narrowToU8,
  repeatIf,
  roundV128,
  set,
  splatF32,
  storeV128,
  tee,
  toIntegersV128,
  v128,
  type WasmFunction,
} from '../assembler.ts';

/** quantise(values, out, end, factor, zero): bytes of value · factor, rounded, + zero. Sixteen values at a time. */
export function quantise(): WasmFunction {
  const [values, out, end, factor, zero, factors, zeros] = [0, 1, 2, 3, 4, 5, 6];
  const four = (offset: number) => [
    ...[...get(values), ...loadV128(offset), ...get(factors), ...multiplyV128, ...roundV128],
    ...[...get(zeros), ...addV128, ...toIntegersV128],
  ];
  return {
    name: 'quantise',
    parameters: [i32, i32, i32, f32, f32],
    locals: [v128, v128],
    body: [
      [...get(factor), ...splatF32, ...set(factors), ...get(zero), ...splatF32, ...set(zeros)],
      loop(
        [...get(out), ...four(0), ...four(16), ...narrowToI16, ...four(32), ...four(48), ...narrowToI16],
        [...narrowToU8, ...storeV128(0)],
        [...get(out), ...constant(16), ...addI32, ...set(out)],
        [...get(values), ...constant(64), ...addI32, ...tee(values), ...get(end), ...lessI32, ...repeatIf],
      ),
    ],
  };
}
