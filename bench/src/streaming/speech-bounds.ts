const RATE = 16_000;
/** 10 ms. */
const STEP = 160;
/** A syllable is within so many decibels of the loudest sound for so many steps. */
const [SYLLABLE_DB, SYLLABLE_STEPS] = [15, 5];
/** Softer sound within so many decibels belongs to the syllable beside it, across a closure of at most so many steps. */
const [SOFT_DB, CLOSURE_STEPS] = [25, 6];

/**
 * Where the speech of a clean clip begins and ends, in seconds: by its level alone, so that no detector judges itself. A
 * breath or a click before the first word, which may be as loud as its first consonant, is not speech. Sound below the level
 * `audible` is drowned by the noise of the line.
 */
export function speechBounds(samples: Float32Array, audible = 0): { start: number; end: number } {
  const powers: number[] = [];
  for (let at = 0; at < samples.length; at += STEP) {
    const part = samples.subarray(at, at + STEP);
    powers.push(part.reduce((sum, sample) => sum + sample ** 2, 0) / part.length);
  }
  const first = firstSpoken(powers, audible ** 2);
  const last = powers.length - firstSpoken(powers.toReversed(), audible ** 2);
  return { start: (first * STEP) / RATE, end: (last * STEP) / RATE };
}

function firstSpoken(powers: readonly number[], audible: number): number {
  const loudest = Math.max(...powers);
  const [loud, soft] = [SYLLABLE_DB, SOFT_DB].map((decibels) => loudest / 10 ** (decibels / 10));
  const isSyllable = (_: number, at: number) =>
    powers.slice(at, at + SYLLABLE_STEPS).every((power) => power >= loud!);
  const syllable = powers.findIndex(isSyllable);
  let first = syllable < 0 ? powers.indexOf(loudest) : syllable;
  for (let at = first; at >= 0 && at >= first - CLOSURE_STEPS - 1; at--) {
    if (powers[at]! >= Math.max(soft!, audible)) first = at;
  }
  return first;
}
