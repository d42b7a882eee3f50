/** The fewest items to change, add and leave out to make the one of the other: Levenshtein's distance. */
export function editDistance(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  return editDistances(one, other).at(-1)!;
}

/** The same to each beginning of the other, the empty one first. */
export function editDistances(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number[] {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (one[i] === other[j] ? 0 : 1)));
    }
    row = next;
  }
  return row;
}
