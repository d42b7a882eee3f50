import { bands } from './filter-bank.ts';

/** Full scale is taken to sound at this level, in decibels of sound pressure. */
const fullScale = 96;

const bark = (hertz: number) => 13 * Math.atan(0.000_76 * hertz) + 3.5 * Math.atan((hertz / 7500) ** 2);

/** The quietest tone that is audible in silence (Terhardt), as a power where full scale is 1. */
function quietest(hertz: number): number {
  const kilohertz = hertz / 1000;
  const level =
    3.64 * kilohertz ** -0.8 - 6.5 * Math.exp(-0.6 * (kilohertz - 3.3) ** 2) + 0.001 * kilohertz ** 4;
  return 10 ** ((level - fullScale) / 10);
}

/**
 * How much noise each band may have before it is audible beside the others, from the power in the bands alone. A model
 * for speech: a sound hides noise above it (10 dB less for each Bark) more than below (27 dB), and noise beside the
 * harmonics of a voice is audible earlier than beside hiss, so low bands need a larger distance than high ones.
 */
export class Masking {
  readonly #spread: Float64Array;
  readonly #quietest: Float64Array;

  constructor(rate: number) {
    const centres = Array.from({ length: bands }, (_, band) => ((band + 0.5) * rate) / (2 * bands));
    this.#quietest = Float64Array.from(centres, quietest);
    this.#spread = Float64Array.from({ length: bands * bands }, (_, i) => {
      const [masked, masker] = [bark(centres[Math.floor(i / bands)]!), bark(centres[i % bands]!)];
      const distance = masked - masker;
      const slope = distance > 0 ? 10 * distance : -27 * distance;
      return 10 ** (-(18 - 0.5 * masker + slope) / 10);
    });
  }

  /** The power of noise that stays inaudible, for each band. */
  thresholds(powers: Float64Array): Float64Array {
    return this.#quietest.map((least, band) => {
      let sum = least;
      for (let masker = 0; masker < bands; masker++) {
        sum += this.#spread[band * bands + masker]! * powers[masker]!;
      }
      return sum;
    });
  }
}
