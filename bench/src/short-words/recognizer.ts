import type { RecognizedSegment, RecognizedWord, RecognizeRequest, RecognizerName } from '@locutor/contract';
import { defaultModelsDir, type ModelStore } from '@locutor/models';
import type { BenchGrammar } from '../grammar-recognition/bench-grammar.ts';
import { InProcessEngine, requestFor } from '../recognize/in-process.ts';

/** The product's recogniser in this process, with one model. */
export class BenchRecognizer {
  readonly #engine: InProcessEngine;
  readonly #model: RecognizerName;

  private constructor(engine: InProcessEngine, model: RecognizerName) {
    this.#engine = engine;
    this.#model = model;
  }

  static async load(store: ModelStore, model: RecognizerName = 'moonshine-base'): Promise<BenchRecognizer> {
    const modelsDir = process.env.LOCUTOR_MODELS_DIR || defaultModelsDir();
    const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
    return new BenchRecognizer(await InProcessEngine.load({ voiceActivityModel, modelsDir }), model);
  }

  /** What a grammar accepts, joined over the segments; undefined where the clip is refused. */
  async sentence(
    samples: Float32Array,
    { input }: BenchGrammar,
    leastChance?: number,
  ): Promise<string | undefined> {
    const segments = await this.#recognize(samples, {
      grammars: [input],
      ...(leastChance !== undefined && { leastChance }),
    });
    const sentences = segments.flatMap(({ bound }) => bound[0]?.text ?? []);
    return sentences.length > 0 ? sentences.join(' ') : undefined;
  }

  /** Every text that free recognition writes. */
  async texts(samples: Float32Array): Promise<string[]> {
    const segments = await this.#recognize(samples, {});
    return segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []);
  }

  /** Every word that free recognition writes, with its time and its score. */
  async words(samples: Float32Array): Promise<readonly RecognizedWord[]> {
    const segments = await this.#recognize(samples, { words: 'first' });
    return segments.flatMap(({ alternatives }) => alternatives[0]?.words ?? []);
  }

  async #recognize(
    samples: Float32Array,
    asked: Partial<RecognizeRequest>,
  ): Promise<readonly RecognizedSegment[]> {
    const request = { ...requestFor({ samples }, this.#model, { words: 'none' }), ...asked };
    return this.#engine.recognizer.recognize(request, { signal: new AbortController().signal });
  }
}
