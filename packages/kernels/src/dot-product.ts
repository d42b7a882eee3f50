import {
  addF32,
  addI32,
  addV128,
  constant,
  f32,
  get,
  i32,
  laneF32,
  lessI32,
  loadV128,
  loop,
  multiplyV128,
  repeatIf,
  set,
  tee,
  v128,
  type WasmFunction,
} from './assembler.ts';

/** Numbers that are multiplied in one round: what is multiplied is a multiple of this long. */
export const numbersPerRound = 16;

/** The address one round further on. */
export const onByRound = (pointer: number): number[] => [...get(pointer), ...constant(64), ...addI32];
export const offsets = [0, 16, 32, 48] as const;

/** The sum of four lanes, always in the same order. */
export const lanesOf = (sum: number): number[] => [
  ...get(sum),
  ...laneF32(0),
  ...[1, 2, 3].flatMap((lane) => [...get(sum), ...laneF32(lane), ...addF32]),
];

/** dot(left, right, leftEnd): addresses in bytes. */
export function dotProduct(): WasmFunction {
  const [left, right, leftEnd, sum] = [0, 1, 2, 3];
  const accumulate = offsets.map((offset) => [
    ...get(sum),
    ...get(left),
    ...loadV128(offset),
    ...get(right),
    ...loadV128(offset),
    ...multiplyV128,
    ...addV128,
    ...set(sum),
  ]);
  return {
    name: 'dot',
    parameters: [i32, i32, i32],
    result: f32,
    locals: [v128],
    body: [
      loop(
        ...accumulate,
        [...onByRound(right), ...set(right)],
        [...onByRound(left), ...tee(left), ...get(leftEnd), ...lessI32, ...repeatIf],
      ),
      lanesOf(sum),
    ],
  };
}
