/** The places of an item that two lists share. */
export interface CommonItem {
  before: number;
  after: number;
}

/** The longest row of items that are in both lists, in order. */
export function commonItems<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T, other: T) => boolean,
): CommonItem[] {
  // longest[i][j]: for the items from i and from j on.
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const isMatch = (i: number, j: number) =>
    isSame(before[i]!, after[j]!) &&
    longest[i + 1]![j + 1]! >= Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      longest[i]![j] = isMatch(i, j)
        ? longest[i + 1]![j + 1]! + 1
        : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
    }
  }
  const found: CommonItem[] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (isMatch(i, j)) found.push({ before: i++, after: j++ });
    else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) i++;
    else j++;
  }
  return found;
}
