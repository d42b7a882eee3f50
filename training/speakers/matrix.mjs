// The little linear algebra that the background needs, on square matrices of rows one after the other.

/** The lower triangular L with L·Lᵀ = matrix. */
export function cholesky(matrix, size) {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column];
      for (let k = 0; k < column; k++) sum -= lower[row * size + k] * lower[column * size + k];
      if (row === column) {
        if (sum <= 0) throw new Error('the matrix is not positive definite');
        lower[row * size + row] = Math.sqrt(sum);
      } else {
        lower[row * size + column] = sum / lower[column * size + column];
      }
    }
  }
  return lower;
}

/** The inverse of a lower triangular matrix. */
export function invertLower(lower, size) {
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    inverse[column * size + column] = 1 / lower[column * size + column];
    for (let row = column + 1; row < size; row++) {
      let sum = 0;
      for (let k = column; k < row; k++) sum -= lower[row * size + k] * inverse[k * size + column];
      inverse[row * size + column] = sum / lower[row * size + row];
    }
  }
  return inverse;
}
