/** Four sums at once: each addition waits for the one before it. */
export function dot(a: Float64Array, b: Float64Array): number {
  const { length } = a;
  const whole = length - (length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let n = 0; n < whole; n += 4) {
    first += a[n]! * b[n]!;
    second += a[n + 1]! * b[n + 1]!;
    third += a[n + 2]! * b[n + 2]!;
    fourth += a[n + 3]! * b[n + 3]!;
  }
  for (let n = whole; n < length; n++) first += a[n]! * b[n]!;
  return first + second + third + fourth;
}

/** A vector of length one in its direction; of nothing, nothing. */
export function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : vector;
}
