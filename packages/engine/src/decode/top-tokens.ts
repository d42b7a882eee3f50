export interface Candidate {
  token: number;
  logProb: number;
}

/** The most probable tokens of one row, best first; what is less probable than `floor` is left out. */
export function topTokens(
  logProbs: Float32Array,
  count: number,
  floor: number,
  forbidden: (token: number) => boolean,
): Candidate[] {
  const top: Candidate[] = [];
  let worst = floor;
  for (let token = 0; token < logProbs.length; token++) {
    const logProb = logProbs[token]!;
    // Nearly all tokens end here, so that the row is hardly more than read.
    if (!(logProb > worst) || forbidden(token)) continue;
    insert(top, { token, logProb }, count);
    if (top.length === count) worst = top[count - 1]!.logProb;
  }
  return top;
}

function insert(top: Candidate[], candidate: Candidate, count: number): void {
  let at = top.length;
  while (at > 0 && top[at - 1]!.logProb < candidate.logProb) at--;
  top.splice(at, 0, candidate);
  if (top.length > count) top.pop();
}
