/**
 * The best one-to-one assignment of rows to columns (Hungarian method, O(rows² · columns)): for each row its column, or
 * −1 where there are more rows than columns. `gain` may have any sign.
 */
export function bestAssignment(gain: readonly (readonly number[])[]): number[] {
  const columns = gain[0]?.length ?? 0;
  if (gain.length > columns) {
    const flipped = Array.from({ length: columns }, (_, column) => gain.map((row) => row[column]!));
    const rows = columns === 0 ? [] : bestAssignment(flipped);
    return gain.map((_, row) => rows.indexOf(row));
  }
  // Potentials and matches count from 1, 0 stands for "none".
  const rowPotential = new Float64Array(gain.length + 1);
  const columnPotential = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  for (let row = 1; row <= gain.length; row++) {
    rowOf[0] = row;
    augment(gain, rowPotential, columnPotential, rowOf);
  }
  const assigned = new Array<number>(gain.length).fill(-1);
  for (let column = 1; column <= columns; column++) {
    if (rowOf[column]! > 0) assigned[rowOf[column]! - 1] = column - 1;
  }
  return assigned;
}

/** Finds the shortest way from the row in `rowOf[0]` to a free column, and shifts the matches along it. */
function augment(
  gain: readonly (readonly number[])[],
  rowPotential: Float64Array,
  columnPotential: Float64Array,
  rowOf: Int32Array,
): void {
  const columns = rowOf.length - 1;
  const slack = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  const cameFrom = new Int32Array(columns + 1);
  const visited = new Uint8Array(columns + 1);
  let column = 0;
  do {
    visited[column] = 1;
    const row = rowOf[column]!;
    let [step, next] = [Number.POSITIVE_INFINITY, 0];
    for (let other = 1; other <= columns; other++) {
      if (visited[other]) continue;
      const cost = -gain[row - 1]![other - 1]! - rowPotential[row]! - columnPotential[other]!;
      if (cost < slack[other]!) {
        slack[other] = cost;
        cameFrom[other] = column;
      }
      if (slack[other]! < step) [step, next] = [slack[other]!, other];
    }
    for (let other = 0; other <= columns; other++) {
      if (visited[other]) {
        rowPotential[rowOf[other]!]! += step;
        columnPotential[other]! -= step;
      } else slack[other]! -= step;
    }
    column = next;
  } while (rowOf[column] !== 0);
  while (column > 0) {
    rowOf[column] = rowOf[cameFrom[column]!]!;
    column = cameFrom[column]!;
  }
}
