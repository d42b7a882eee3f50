const STEPS = 50;
/** Keeps weights finite where all examples are right. */
const RIDGE = 1e-3;

/** The chance that an example is right; the first weight is the bias. */
export function probability([bias, ...weights], inputs) {
  return 1 / (1 + Math.exp(inputs.reduce((sum, input, n) => sum - weights[n] * input, -bias)));
}

/** Logistic regression by Newton's method: examples have `inputs` and whether they are `right`. */
export function fitLogistic(examples) {
  let weights = [0, ...examples[0].inputs.map(() => 0)];
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? RIDGE : 0)));
    for (const { inputs, right } of examples) {
      const p = probability(weights, inputs);
      const all = [1, ...inputs];
      for (const [row, input] of all.entries()) {
        gradient[row] += ((right ? 1 : 0) - p) * input;
        for (const [column, other] of all.entries()) curvature[row][column] += p * (1 - p) * input * other;
      }
    }
    const change = solve(curvature, gradient);
    // A whole step may go too far at first, where most examples are right.
    weights = weights.map((weight, at) => weight + (step < 5 ? 0.5 : 1) * change[at]);
  }
  return weights;
}

/** Gauss's elimination of a small positive definite system. */
function solve(matrix, right) {
  const rows = matrix.map((row, at) => [...row, right[at]]);
  for (let pivot = 0; pivot < rows.length; pivot++) {
    for (let row = 0; row < rows.length; row++) {
      if (row === pivot) continue;
      const factor = rows[row][pivot] / rows[pivot][pivot];
      rows[row] = rows[row].map((value, column) => value - factor * rows[pivot][column]);
    }
  }
  return rows.map((row, at) => row.at(-1) / row[at]);
}
