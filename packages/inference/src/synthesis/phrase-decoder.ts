import type { Tensor } from 'onnxruntime-node';
import type { NormState, NormStyle } from './generator/norms.ts';
import type { GeneratorInput, SpeechGenerator } from './generator/speech-generator.ts';

/** Decodes the pieces of one phrase, in order: each is normalised with all that came before it. */
export class PhraseDecoder {
  readonly #generator: SpeechGenerator;
  readonly #style: NormStyle;
  #past: NormState;
  /** Frames so far. */
  #seen = 0;

  private constructor(generator: SpeechGenerator, style: NormStyle) {
    this.#generator = generator;
    this.#style = style;
    this.#past = generator.nothing;
  }

  static async begin(generator: SpeechGenerator, style: Tensor): Promise<PhraseDecoder> {
    return new PhraseDecoder(generator, await generator.styleOf(style));
  }

  /** The samples of the next piece, which adds so many frames to what was seen. */
  async decode(input: Omit<GeneratorInput, 'style'>, frames: number): Promise<Float32Array> {
    const share = this.#seen / (this.#seen + frames);
    const { samples, seen } = await this.#generator.run({ ...input, style: this.#style }, this.#past, share);
    this.#past = seen;
    this.#seen += frames;
    return samples;
  }
}
