/** Cells [from, to) of a word. */
export interface CellRange {
  from: number;
  to: number;
}

/**
 * The cells of each word on the best way through the audio: pause, word, pause, word … pause, where every word has a
 * cell at least and pauses may be left out. There must be as many cells as words.
 *
 * @param words log scores, words × cells
 * @param pauses log scores of the cells as a pause
 */
export function bestPath(words: Float32Array, pauses: Float32Array): CellRange[] {
  const cells = pauses.length;
  const count = words.length / cells;
  // Even states are pauses, odd ones words: state s holds word s >> 1 or the pause before it.
  const states = 2 * count + 1;
  const steps = new Uint8Array(cells * states);
  let last = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(states);
  last[0] = pauses[0]!;
  last[1] = words[0]!;
  for (let cell = 1; cell < cells; cell++) {
    for (let state = 0; state < states; state++) {
      const isWord = state % 2 === 1;
      let best = last[state]!;
      let step = 0;
      if (state > 0 && last[state - 1]! > best) {
        best = last[state - 1]!;
        step = 1;
      }
      if (isWord && state > 1 && last[state - 2]! > best) {
        best = last[state - 2]!;
        step = 2;
      }
      next[state] = best + (isWord ? words[(state >> 1) * cells + cell]! : pauses[cell]!);
      steps[cell * states + state] = step;
    }
    [last, next] = [next, last];
  }
  const ranges = Array.from({ length: count }, () => ({ from: cells, to: 0 }));
  let state = last[states - 1]! > last[states - 2]! ? states - 1 : states - 2;
  for (let cell = cells - 1; cell >= 0; cell--) {
    if (state % 2 === 1) {
      const range = ranges[state >> 1]!;
      range.from = cell;
      range.to = Math.max(range.to, cell + 1);
    }
    state -= steps[cell * states + state]!;
  }
  return ranges;
}
