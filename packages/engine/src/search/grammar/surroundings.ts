import { SAMPLE_RATE } from '../../contract/sample-rate.ts';

/** All of a word in more silence is this long, in samples, or longer by what is around it at least. */
const LONG = 1.8 * SAMPLE_RATE;
const AROUND = 0.6 * SAMPLE_RATE;
/** How much softer it is before faint noise, and the peak of that noise. */
const SOFTER = 0.3;
const NOISE = 0.001;

/**
 * The sound of a short word in other surroundings: in more silence, and softer with faint noise. What a model makes of
 * a word cut tightly depends on them as much as on the word: "menu" is "Man, you" in silence, and "menu" in faint noise.
 */
export function otherSurroundings(samples: Float32Array): Float32Array[] {
  return [inMoreSilence(samples), inFaintNoise(samples)];
}

function inMoreSilence(samples: Float32Array): Float32Array {
  const from = Math.max(0, samples.findIndex(isSound));
  const word = samples.subarray(from, samples.findLastIndex(isSound) + 1);
  const longer = new Float32Array(Math.max(LONG, word.length + AROUND));
  longer.set(word, Math.floor((longer.length - word.length) / 2));
  return longer;
}

function isSound(sample: number): boolean {
  return sample !== 0;
}

/** The same noise each time, so that the same word is always heard alike: a linear congruential generator. */
function inFaintNoise(samples: Float32Array): Float32Array {
  let seed = 12_345;
  return samples.map((sample) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return SOFTER * sample + NOISE * (seed / 2 ** 31 - 1);
  });
}
