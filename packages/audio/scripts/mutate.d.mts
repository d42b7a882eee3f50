export type RandomBelow = (below: number) => number;
export function randomBelow(seed: number): RandomBelow;
export function mutate(
  bytes: Uint8Array,
  other: Uint8Array,
  random: RandomBelow,
  oggChecksum: (bytes: Uint8Array, start: number, end: number) => number,
): Uint8Array;
