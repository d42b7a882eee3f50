import { readNumber } from './elements.ts';

export interface Block {
  readonly track: number;
  readonly packets: readonly Uint8Array[];
}

/** A block is a track number, a time, flags and one packet, or several "laced" together in one of three ways. */
export function parseBlock(data: Uint8Array): Block | undefined {
  const track = readNumber(data, 0, false);
  if (!track || track.end + 3 > data.length) return undefined;
  const lacing = (data[track.end + 2]! >> 1) & 3;
  const body = track.end + 3;
  if (lacing === 0) return { track: track.value, packets: [data.subarray(body)] };
  const count = (data[body] ?? 0) + 1;
  const sizes = [xiphSizes, fixedSizes, ebmlSizes][lacing - 1]!(data, body + 1, count);
  if (!sizes) return undefined;
  const packets: Uint8Array[] = [];
  let at = sizes.end;
  for (const size of sizes.sizes) {
    if (size < 0 || at + size > data.length) return undefined;
    packets.push(data.subarray(at, at + size));
    at += size;
  }
  // The last size is not given: it is what is left.
  if (packets.length < count) packets.push(data.subarray(at));
  return { track: track.value, packets };
}

interface Sizes {
  readonly sizes: readonly number[];
  readonly end: number;
}

function xiphSizes(data: Uint8Array, start: number, count: number): Sizes | undefined {
  const sizes: number[] = [];
  let at = start;
  while (sizes.length < count - 1) {
    let size = 0;
    while (data[at] === 255) size += data[at++]!;
    if (at >= data.length) return undefined;
    sizes.push(size + data[at++]!);
  }
  return { sizes, end: at };
}

function fixedSizes(data: Uint8Array, start: number, count: number): Sizes {
  const size = Math.floor((data.length - start) / count);
  return { sizes: new Array<number>(count).fill(size), end: start };
}

/** The first size in full, then the difference of each to the one before, shifted so as to be positive. */
function ebmlSizes(data: Uint8Array, start: number, count: number): Sizes | undefined {
  const sizes: number[] = [];
  let at = start;
  while (sizes.length < count - 1) {
    const number = readNumber(data, at, false);
    if (!number) return undefined;
    const bias = 2 ** (7 * (number.end - at) - 1) - 1;
    sizes.push(sizes.length === 0 ? number.value : sizes.at(-1)! + number.value - bias);
    at = number.end;
  }
  return { sizes, end: at };
}
