/**
 * Aligns spellings with sounds: every word becomes a row of units, one or two letters with up to two sounds
 * (Jiampojamarn 2007). Expectation maximisation finds which letters go with which sounds.
 */

/** Letters and sounds of a unit. Two letters with two sounds are two units. */
const SHAPES = [
  [1, 0],
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 0],
];
const ROUNDS = 8;

export function align(words, letters, sounds) {
  const soundChunks = 1 + sounds + sounds * sounds;
  const letterChunk = (w, i, n) => (n === 1 ? w[i] : letters + w[i] * letters + w[i + 1]);
  const soundChunk = (s, j, n) => (n === 0 ? 0 : n === 1 ? 1 + s[j] : 1 + sounds + s[j] * sounds + s[j + 1]);
  const size = (letters + letters * letters) * soundChunks;
  let weight = new Float64Array(size).fill(1);
  const unit = (word, i, j, [a, b]) =>
    letterChunk(word.letters, i, a) * soundChunks + soundChunk(word.sounds, j, b);
  // Silence must be earned: it is the one that may stand anywhere.
  for (let at = 0; at < size; at += soundChunks) weight[at] = 0.1;

  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Float64Array(size);
    for (const word of words) expect(word, weight, counts, unit);
    weight = normalised(counts, soundChunks);
  }
  return words.map((word) => best(word, weight, unit)).filter((row) => row !== undefined);
}

function normalised(counts, soundChunks) {
  // Joint, not conditional: common units are preferred.
  let total = 0;
  for (const count of counts) total += count;
  const weight = new Float64Array(counts.length);
  for (let at = 0; at < counts.length; at++) weight[at] = counts[at] / total;
  // Two silent letters count as two decisions.
  for (let at = 0; at < weight.length; at += soundChunks) weight[at] *= 0.5;
  return weight;
}

function expect(word, weight, counts, unit) {
  const [n, m] = [word.letters.length, word.sounds.length];
  const w = m + 1;
  const ahead = new Float64Array((n + 1) * w);
  const back = new Float64Array((n + 1) * w);
  ahead[0] = 1;
  back[(n + 1) * w - 1] = 1;
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= m; j++)
      for (const [a, b] of SHAPES)
        if (i >= a && j >= b)
          ahead[i * w + j] += ahead[(i - a) * w + j - b] * weight[unit(word, i - a, j - b, [a, b])];
  const total = ahead[(n + 1) * w - 1];
  if (total === 0) return;
  for (let i = n; i >= 0; i--)
    for (let j = m; j >= 0; j--)
      for (const [a, b] of SHAPES)
        if (i + a <= n && j + b <= m) {
          const at = unit(word, i, j, [a, b]);
          const share = weight[at] * back[(i + a) * w + j + b];
          back[i * w + j] += share;
          counts[at] += (ahead[i * w + j] * share) / total;
        }
}

function best(word, weight, unit) {
  const [n, m] = [word.letters.length, word.sounds.length];
  const w = m + 1;
  const score = new Float64Array((n + 1) * w);
  const from = new Int8Array((n + 1) * w).fill(-1);
  score[0] = 1;
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= m; j++)
      SHAPES.forEach(([a, b], shape) => {
        if (i < a || j < b) return;
        const s = score[(i - a) * w + j - b] * weight[unit(word, i - a, j - b, [a, b])];
        if (s > score[i * w + j]) {
          score[i * w + j] = s;
          from[i * w + j] = shape;
        }
      });
  if (from[(n + 1) * w - 1] < 0) return undefined;
  const row = [];
  for (let i = n, j = m; i > 0 || j > 0; ) {
    const [a, b] = SHAPES[from[i * w + j]];
    row.unshift({ letters: word.letters.slice(i - a, i), sounds: word.sounds.slice(j - b, j) });
    i -= a;
    j -= b;
  }
  return row;
}
