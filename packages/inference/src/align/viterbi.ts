/** Cells [from, to) of a word. */
export interface CellRange {
  from: number;
  to: number;
}

/** Hardly a word is shorter than 60 ms. */
const LEAST_CELLS = 6;

/**
 * Forced alignment by the Viterbi algorithm: the cells of each word on the best path through the audio, which is pause,
 * word, pause, word … pause, where pauses may be left out. There must be as many cells as words.
 *
 * @param words log scores, words × cells
 * @param pauses log scores of the cells as a pause
 * @param wished the fewest cells of a word, where there is room for so many
 */
export function viterbi(words: Float32Array, pauses: Float32Array, wished = LEAST_CELLS): CellRange[] {
  const cells = pauses.length;
  const count = words.length / cells;
  const least = Math.min(wished, Math.floor(cells / count));
  // Even columns are pauses, odd ones words: column c is word c >> 1 or the pause before it. Row r is after r cells.
  const columns = 2 * count + 1;
  const best = new Float64Array((cells + 1) * columns).fill(Number.NEGATIVE_INFINITY);
  /** What came before: 0 the same, 1 the pause, 2 the word before. */
  const steps = new Uint8Array(best.length);
  best[0] = 0;
  const sums = runningSums(words, cells);
  for (let row = 1; row <= cells; row++) {
    best[row * columns] = best[(row - 1) * columns]! + pauses[row - 1]!;
    for (let word = 0; word < count; word++) {
      const at = row * columns + 2 * word + 1;
      const total = sums[word * (cells + 1) + row]!;
      // Stays in the word, or has just said the least of it.
      best[at] = best[at - columns]! + total - sums[word * (cells + 1) + row - 1]!;
      if (row >= least) {
        const begun = at - least * columns;
        const said = total - sums[word * (cells + 1) + row - least]!;
        if (best[begun - 1]! + said > best[at]!) {
          best[at] = best[begun - 1]! + said;
          steps[at] = 1;
        }
        if (word > 0 && best[begun - 2]! + said > best[at]!) {
          best[at] = best[begun - 2]! + said;
          steps[at] = 2;
        }
      }
      const paused = at + 1;
      const [stays, begins] = [best[paused - columns]!, best[at - columns]!];
      if (begins > stays) steps[paused] = 1;
      best[paused] = Math.max(stays, begins) + pauses[row - 1]!;
    }
  }
  return trace(best, steps, columns, least);
}

/** Backwards from the better of the last word and the last pause. */
function trace(best: Float64Array, steps: Uint8Array, columns: number, least: number): CellRange[] {
  const ranges = Array.from({ length: columns >> 1 }, () => ({ from: 0, to: 0 }));
  let row = best.length / columns - 1;
  let column = best[best.length - 1]! > best[best.length - 2]! ? columns - 1 : columns - 2;
  while (row > 0) {
    const step = steps[row * columns + column]!;
    const length = column % 2 === 1 && step > 0 ? least : 1;
    if (column % 2 === 1) {
      const range = ranges[column >> 1]!;
      range.to = Math.max(range.to, row);
      range.from = row - length;
    }
    row -= length;
    column -= step;
  }
  return ranges;
}

/** Of each word, over so many of its first cells: words × (cells + 1). */
function runningSums(words: Float32Array, cells: number): Float64Array {
  const sums = new Float64Array((words.length / cells) * (cells + 1));
  for (let at = 0; at < words.length; at++) {
    const word = Math.floor(at / cells);
    sums[at + word + 1] = sums[at + word]! + words[at]!;
  }
  return sums;
}
