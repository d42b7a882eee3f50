import { percent } from '../table.ts';
import { compare } from '../word-errors.ts';
import { commonSigns } from './common-signs.ts';

/** Counts wrong words and wrong sounds against one or several right answers. */
export class ErrorRates {
  words = 0;
  #wrongWords = 0;
  #sounds = 0;
  #wrongSounds = 0;
  readonly #language: string;
  readonly #stress: boolean;

  constructor(language: string, stress = false) {
    this.#language = language;
    this.#stress = stress;
  }

  /** Returns whether the word is wrong. The nearest of several answers counts. */
  add(said: string, answers: readonly string[]): boolean {
    const signs = (phonemes: string) => commonSigns(phonemes, this.#language, this.#stress);
    const found = answers.map((answer) => ({
      length: signs(answer).length,
      ...compare(signs(answer), signs(said)),
    }));
    const nearest = found.reduce((a, b) => (b.errors < a.errors ? b : a));
    this.words++;
    this.#sounds += nearest.length;
    this.#wrongSounds += nearest.errors;
    if (nearest.errors > 0) this.#wrongWords++;
    return nearest.errors > 0;
  }

  cells(): string[] {
    return [
      `${this.words}`,
      percent(this.#wrongWords / this.words),
      percent(this.#wrongSounds / this.#sounds),
    ];
  }
}
