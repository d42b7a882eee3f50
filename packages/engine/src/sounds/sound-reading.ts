/**
 * How probable every sound is in every frame of some speech, as a network of connectionist temporal classification says
 * it.
 */
export class SoundReading {
  /** How many sounds there are; 0 is none of them. */
  readonly signs: number;
  readonly frames: number;
  readonly #logProbs: Float32Array;

  /** Log probabilities of all signs, frame by frame. */
  constructor(logProbs: Float32Array, signs: number) {
    this.#logProbs = logProbs;
    this.signs = signs;
    this.frames = logProbs.length / signs;
  }

  /** The log probability of a sign in a frame. */
  at(frame: number, sign: number): number {
    return this.#logProbs[frame * this.signs + sign]!;
  }

  /** The log probability that just these sounds were said, in all the ways to place them. */
  logProbOf(sounds: readonly number[]): number {
    // Between two sounds, before the first and behind the last may be none; between two equal ones must be.
    const places = [0, ...sounds.flatMap((sound) => [sound, 0])];
    let row = new Float64Array(places.length).fill(Number.NEGATIVE_INFINITY);
    let next = new Float64Array(places.length);
    for (let frame = 0; frame < this.frames; frame++) {
      for (const [place, sign] of places.entries()) {
        // The first frame has the first sound, or none before it.
        let before = frame === 0 ? (place < 2 ? 0 : Number.NEGATIVE_INFINITY) : row[place]!;
        if (frame > 0 && place > 0) before = logSum(before, row[place - 1]!);
        if (frame > 0 && place > 2 && sign !== 0 && sign !== places[place - 2])
          before = logSum(before, row[place - 2]!);
        next[place] = before + this.at(frame, sign);
      }
      [row, next] = [next, row];
    }
    return logSum(row.at(-1)!, row.at(-2) ?? Number.NEGATIVE_INFINITY);
  }

  /** The most probable sounds, one frame after the other. */
  mostProbable(): number[] {
    const sounds: number[] = [];
    let last = 0;
    for (let frame = 0; frame < this.frames; frame++) {
      const row = this.#logProbs.subarray(frame * this.signs, (frame + 1) * this.signs);
      const best = row.indexOf(Math.max(...row));
      if (best !== 0 && best !== last) sounds.push(best);
      last = best;
    }
    return sounds;
  }
}

/** The logarithm of the sum of two numbers that are given by theirs. */
function logSum(one: number, other: number): number {
  const [most, least] = one > other ? [one, other] : [other, one];
  return least === Number.NEGATIVE_INFINITY ? most : most + Math.log1p(Math.exp(least - most));
}
