/** Two clusters become one; a cluster is named by its first member. */
export interface Merge {
  a: number;
  b: number;
  /** Mean distance of their members. */
  distance: number;
}

/**
 * Agglomerative clustering with average linkage: all merges, nearest first. `distances` is the whole symmetric matrix, row
 * by row, and is used up. Every member counts by its weight. It follows chains of nearest neighbours, which gives the
 * same merges as a search for the nearest pair each time and takes n² steps instead of n³.
 */
export function averageLinkage(distances: Float32Array, weights: ArrayLike<number>): Merge[] {
  const count = weights.length;
  const mass = Float64Array.from(weights);
  const alive = new Uint8Array(count).fill(1);
  const merges: Merge[] = [];
  const chain: number[] = [];
  let first = 0;
  while (merges.length < count - 1) {
    if (chain.length === 0) {
      while (!alive[first]) first++;
      chain.push(first);
    }
    const top = chain.at(-1)!;
    const before = chain.at(-2);
    const nearest = nearestTo(top, before, distances, alive);
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    const [a, b] = top < before! ? [top, before!] : [before!, top];
    merges.push({ a, b, distance: distances[a * count + b]! });
    join(a, b, distances, mass, alive);
  }
  return merges.sort((one, other) => one.distance - other.distance);
}

/** The one before in the chain is preferred among equals, or the chain would never end. */
function nearestTo(
  one: number,
  before: number | undefined,
  distances: Float32Array,
  alive: Uint8Array,
): number {
  const row = one * alive.length;
  let nearest = before ?? -1;
  let least = before === undefined ? Number.POSITIVE_INFINITY : distances[row + before]!;
  for (let other = 0; other < alive.length; other++) {
    if (!alive[other] || other === one || distances[row + other]! >= least) continue;
    least = distances[row + other]!;
    nearest = other;
  }
  return nearest;
}

function join(a: number, b: number, distances: Float32Array, mass: Float64Array, alive: Uint8Array): void {
  const count = alive.length;
  const share = mass[a]! / (mass[a]! + mass[b]!);
  for (let other = 0; other < count; other++) {
    if (!alive[other] || other === a || other === b) continue;
    const mean = share * distances[a * count + other]! + (1 - share) * distances[b * count + other]!;
    distances[a * count + other] = mean;
    distances[other * count + a] = mean;
  }
  alive[b] = 0;
  mass[a]! += mass[b]!;
}
