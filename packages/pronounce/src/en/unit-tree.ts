import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Tokens of the tree: the start and the end of a word, then the units. */
export const START = 0;
export const END = 1;
const FIRST_UNIT = 2;
// Probabilities and back-off weights are stored in sixteenths of a natural logarithm.
const STEP = 1 / 16;

/** Letters with their sounds: "ph F", "x K S", or letters that are silent. */
export interface Unit {
  token: number;
  /** How many letters it has. */
  length: number;
  sounds: readonly string[];
}

/**
 * Which units follow which: a tree of rows of units, up to `order` long. The children of a node lie side by side,
 * sorted by token, so that a binary search finds one. `training/pronunciation` writes the file.
 */
export class UnitTree {
  readonly order: number;
  /** Units by their letters, one or two. */
  readonly units = new Map<string, Unit[]>();
  readonly #tokens: Uint16Array;
  readonly #firstChild: Uint32Array;
  readonly #probabilities: Uint8Array;
  readonly #backOffs: Int8Array;

  constructor(folder: URL) {
    const head = JSON.parse(readFileSync(new URL('letters-to-sounds.json', folder), 'utf8'));
    const { order, nodes, units } = head as { order: number; nodes: number; units: string[] };
    const { buffer } = Uint8Array.from(gunzipSync(readFileSync(new URL('letters-to-sounds.bin.gz', folder))));
    this.order = order;
    this.#tokens = new Uint16Array(buffer, 0, nodes);
    this.#probabilities = new Uint8Array(buffer, nodes * 4, nodes);
    this.#backOffs = new Int8Array(buffer, nodes * 5, nodes);
    this.#firstChild = firstChildren(new Uint16Array(buffer, nodes * 2, nodes));
    units.forEach((unit, at) => {
      const [letters, ...sounds] = unit.split(' ');
      const known = this.units.get(letters!) ?? [];
      known.push({ token: at + FIRST_UNIT, length: letters!.length, sounds });
      this.units.set(letters!, known);
    });
  }

  /** The node of `token` under `node`, or -1. */
  child(node: number, token: number): number {
    let low = this.#firstChild[node]!;
    let high = this.#firstChild[node + 1]! - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#tokens[middle]!;
      if (found === token) return middle;
      if (found < token) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The logarithm of the probability of a node after its parent. */
  probability(node: number): number {
    return -this.#probabilities[node]! * STEP;
  }

  /** What is added where a row is not in the tree and a shorter one is asked. */
  backOff(node: number): number {
    return this.#backOffs[node]! * STEP;
  }
}

function firstChildren(counts: Uint16Array): Uint32Array {
  const first = new Uint32Array(counts.length + 1);
  // The root is node 0; its children follow it.
  let next = 1;
  for (let node = 0; node < counts.length; node++) {
    first[node] = next;
    next += counts[node]!;
  }
  first[counts.length] = next;
  return first;
}
