import { SoundPrefix } from './sound-prefix.ts';

/**
 * How probable every sound is in every frame of some speech, as a network of connectionist temporal classification says
 * it.
 */
export class SoundReading {
  /** How many sounds there are; 0 is none of them. */
  readonly signs: number;
  readonly frames: number;
  readonly #logProbs: Float32Array;
  readonly #shares: Float64Array;
  #clearest: number | undefined;
  /** The log probability of the most probable sign of every frame, all together. */
  readonly bestLogProb: number;

  /** Log probabilities of all signs, frame by frame. */
  constructor(logProbs: Float32Array, signs: number) {
    this.#logProbs = logProbs;
    this.signs = signs;
    this.frames = logProbs.length / signs;
    const best = Array.from({ length: this.frames }, (_, frame) => Math.max(...this.#row(frame)));
    this.bestLogProb = best.reduce((sum, logProb) => sum + logProb, 0);
    this.#shares = Float64Array.from(logProbs, (logProb, at) =>
      Math.exp(logProb - best[Math.floor(at / signs)]!),
    );
  }

  /** The log probability of a sign in a frame. */
  at(frame: number, sign: number): number {
    return this.#logProbs[frame * this.signs + sign]!;
  }

  /** How probable a sign is in a frame, as a share of the most probable one of the frame. */
  shareOf(frame: number, sign: number): number {
    return this.#shares[frame * this.signs + sign]!;
  }

  /** The log probability that just these sounds were said, in all the ways to place them. */
  logProbOf(sounds: readonly number[]): number {
    return this.bestLogProb - SoundPrefix.of(this).with(sounds).lack;
  }

  /** The log probability of the sounds that are clearest: those of the most probable frames, or none at all. */
  get clearest(): number {
    this.#clearest ??= Math.max(this.logProbOf(this.mostProbable()), this.logProbOf([]));
    return this.#clearest;
  }

  /** The most probable sounds, one frame after the other. */
  mostProbable(): number[] {
    const sounds: number[] = [];
    let last = 0;
    for (let frame = 0; frame < this.frames; frame++) {
      const row = this.#row(frame);
      const best = row.indexOf(Math.max(...row));
      if (best !== 0 && best !== last) sounds.push(best);
      last = best;
    }
    return sounds;
  }

  #row(frame: number): Float32Array {
    return this.#logProbs.subarray(frame * this.signs, (frame + 1) * this.signs);
  }
}
