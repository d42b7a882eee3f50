/** Seconds of one window; two of them overlap everywhere. */
const WINDOW_SECONDS = 0.03;
/** How far a window may be moved to fit the one before it: a period of a deep voice. */
const SEARCH_SECONDS = 0.008;
/** Every such sample is compared: the voice is periodic far below half of what is left. */
const COMPARED = 4;

/**
 * Says the same in another time without another pitch: windows of the speech are laid closer together or further apart, each
 * where it continues the one before (WSOLA, Verhelst and Roelands 1993). `factor` 2 takes half the time. By hand: the packages
 * that do it are for browsers, or their licence is not permissive.
 */
export function stretched(samples: Float32Array, factor: number, sampleRate: number): Float32Array {
  const hop = Math.round((WINDOW_SECONDS * sampleRate) / 2);
  const search = Math.round(SEARCH_SECONDS * sampleRate);
  const length = Math.round(samples.length / factor);
  const out = new Float32Array(length);
  // What would come next if the last window went on.
  let next = 0;
  for (let at = 0; at < length; at += hop) {
    const wanted = Math.round(at * factor);
    const from = at === 0 ? 0 : bestPlace(samples, next, wanted, hop, search);
    for (let n = 0; n < 2 * hop && at + n < length; n++) {
      // The first window has none before it to fade from.
      const share = at === 0 && n < hop ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / hop);
      out[at + n]! += share * (samples[from + n] ?? 0);
    }
    next = from + hop;
  }
  return out;
}

/** Where near `wanted` the speech is most like what follows `next`. */
function bestPlace(
  samples: Float32Array,
  next: number,
  wanted: number,
  length: number,
  search: number,
): number {
  let [best, most] = [wanted, Number.NEGATIVE_INFINITY];
  const last = Math.min(samples.length - length, wanted + search);
  for (let place = Math.max(0, wanted - search); place <= last; place++) {
    let [product, energy] = [0, 1e-9];
    for (let n = 0; n < length; n += COMPARED) {
      const there = samples[place + n]!;
      product += there * (samples[next + n] ?? 0);
      energy += there * there;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > most) [best, most] = [place, likeness];
  }
  return best;
}
