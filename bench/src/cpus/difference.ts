/** How far two results are apart, as a share of the first: root of the squares' sums, or what is worse. */
export function difference(one: Float32Array, other: Float32Array): string {
  if (one.length !== other.length) return 'other tokens';
  let [squares, all] = [0, 0];
  for (const [at, value] of one.entries()) {
    squares += (value - other[at]!) ** 2;
    all += value ** 2;
  }
  return squares === 0 ? 'same bits' : Math.sqrt(squares / all).toExponential(1);
}
