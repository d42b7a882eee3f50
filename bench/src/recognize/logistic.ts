export interface Example {
  /** Log probability of the word's least probable token. */
  word: number;
  /** Mean log probability of all tokens of the text. */
  text: number;
  right: boolean;
}

export interface Weights {
  bias: number;
  word: number;
  text: number;
}

export function probability({ bias, word, text }: Weights, example: Pick<Example, 'word' | 'text'>): number {
  return 1 / (1 + Math.exp(-bias - word * example.word - text * example.text));
}

const STEPS = 50;
/** Keeps weights finite where all examples are right. */
const RIDGE = 1e-3;

/** Logistic regression by Newton's method. */
export function fitLogistic(examples: readonly Example[]): Weights {
  let weights = [0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? RIDGE : 0)));
    for (const { word, text, right } of examples) {
      const inputs = [1, word, text];
      const [bias, w, t] = weights as [number, number, number];
      const p = probability({ bias, word: w, text: t }, { word, text });
      for (const [row, input] of inputs.entries()) {
        gradient[row]! += ((right ? 1 : 0) - p) * input;
        for (const [column, other] of inputs.entries())
          curvature[row]![column]! += p * (1 - p) * input * other;
      }
    }
    const change = solve(curvature, gradient);
    // A whole step may go too far at first, where most examples are right.
    weights = weights.map((weight, at) => weight + (step < 5 ? 0.5 : 1) * change[at]!);
  }
  const [bias, word, text] = weights as [number, number, number];
  return { bias, word, text };
}

/** Gauss's elimination of a small positive definite system. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let pivot = 0; pivot < rows.length; pivot++) {
    for (let row = 0; row < rows.length; row++) {
      if (row === pivot) continue;
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!;
      rows[row] = rows[row]!.map((value, column) => value - factor * rows[pivot]![column]!);
    }
  }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
