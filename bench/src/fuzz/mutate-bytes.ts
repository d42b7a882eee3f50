import type { Chance } from './random.ts';

type Mutation = (bytes: Buffer, chance: Chance, words: readonly Uint8Array[]) => Buffer;

/** Ends of ranges, where off-by-one errors are. */
const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const MOST_BYTES = 200_000;

const cut = (bytes: Buffer, from: number, to: number, instead: Uint8Array = new Uint8Array()) =>
  Buffer.concat([bytes.subarray(0, from), instead, bytes.subarray(to)]);

function stretch(bytes: Buffer, chance: Chance): [number, number] {
  const from = chance.below(bytes.length + 1);
  // Short stretches mostly: a long one leaves little of the request.
  const length = chance.below(Math.min(bytes.length - from, 2 ** chance.below(12)) + 1);
  return [from, from + length];
}

const MUTATIONS: readonly Mutation[] = [
  // A flipped bit.
  (bytes, chance) => {
    if (bytes.length === 0) return bytes;
    const changed = Buffer.from(bytes);
    const at = chance.below(bytes.length);
    changed[at] = changed[at]! ^ (1 << chance.below(8));
    return changed;
  },
  // A random byte.
  (bytes, chance) => {
    const at = chance.below(bytes.length + 1);
    return cut(bytes, at, Math.min(at + 1, bytes.length), Uint8Array.of(chance.below(256)));
  },
  // A number at the end of a range, in either order of bytes.
  (bytes, chance) => {
    const number = Buffer.alloc(4);
    if (chance.share() < 0.5) number.writeUInt32LE(chance.of(INTERESTING));
    else number.writeUInt32BE(chance.of(INTERESTING));
    const size = chance.of([1, 2, 4]);
    const at = chance.below(bytes.length + 1);
    return cut(bytes, at, Math.min(at + size, bytes.length), number.subarray(0, size));
  },
  (bytes, chance) => cut(bytes, ...stretch(bytes, chance)),
  // Something twice.
  (bytes, chance) => {
    const [from, to] = stretch(bytes, chance);
    const again = bytes.subarray(from, to);
    const times = chance.share() < 0.1 ? 1 + chance.below(64) : 1;
    return cut(bytes, to, to, Buffer.concat(Array.from({ length: times }, () => again)));
  },
  // Something elsewhere.
  (bytes, chance) => {
    const [from, to] = stretch(bytes, chance);
    const at = chance.below(bytes.length + 1);
    return cut(bytes, at, at, bytes.subarray(from, to));
  },
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1)),
  // A word of the language that the bytes are in, as it is or in place of something.
  (bytes, chance, words) => {
    if (words.length === 0) return bytes;
    const [from, to] = stretch(bytes, chance);
    return cut(bytes, from, chance.share() < 0.5 ? from : to, chance.of(words));
  },
];

/** A few changes at random. `words` are what the format is made of. */
export function mutateBytes(bytes: Buffer, chance: Chance, words: readonly Uint8Array[] = []): Buffer {
  let changed = bytes;
  for (let left = 1 + chance.below(4); left > 0; left--) {
    // Words get further into a parser than bytes do.
    const mutation = words.length > 0 && chance.share() < 0.4 ? MUTATIONS.at(-1)! : chance.of(MUTATIONS);
    changed = mutation(changed, chance, words);
  }
  return changed.subarray(0, MOST_BYTES);
}
