import type { NormState } from './generator/norms.ts';
import type { GeneratorInput, SpeechGenerator } from './generator/speech-generator.ts';

/** Decodes the pieces of one phrase, in order: each is normalised with all that came before it. */
export class PhraseDecoder {
  readonly #generator: SpeechGenerator;
  #past: NormState;
  /** Frames so far. */
  #seen = 0;

  constructor(generator: SpeechGenerator) {
    this.#generator = generator;
    this.#past = generator.nothing;
  }

  /** The samples of the next piece, which adds so many frames to what was seen. */
  async decode(input: GeneratorInput, frames: number): Promise<Float32Array> {
    const share = this.#seen / (this.#seen + frames);
    const { samples, seen } = await this.#generator.run(input, this.#past, share);
    this.#past = seen;
    this.#seen += frames;
    return samples;
  }
}
