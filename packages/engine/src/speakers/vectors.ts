export function dot(a: ArrayLike<number>, b: ArrayLike<number>, at = 0): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[at + n]!;
  return sum;
}

/** A vector of length one in its direction; of nothing, nothing. */
export function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : vector;
}
