import { Tensor } from 'onnxruntime-node';
import { graphValues, layerValues } from '../models/graphs/value-names.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';
import { KeyValues } from './key-values.ts';
import { ReusedBuffer } from './reused-buffer.ts';

/** Numbers: half a minute of speech in three layers of eight heads. */
const RESERVED_ATTENTION = 3 * 8 * 200 * 1_500;

/**
 * Runs the decoder of a model step by step over the beams of one audio.
 *
 * @example
 * run.begin(encoded);
 * let logProbs = await run.prompt(model.prompt('en'));
 * logProbs = await run.step([token, other], [0, 0]); // two beams, both from the one row
 */
export class DecoderRun {
  readonly #model: SpeechModel;
  readonly #cache: KeyValues;
  #encoded: EncodedSpeech | undefined;
  #logProbs = new Float32Array();
  readonly #attention = new ReusedBuffer(RESERVED_ATTENTION);

  constructor(model: SpeechModel) {
    this.#model = model;
    this.#cache = new KeyValues(model.shape);
  }

  begin(encoded: EncodedSpeech): void {
    this.#encoded = encoded;
    this.#cache.reset(1);
  }

  /** Log probabilities of what follows the prompt. The buffer is used again by the next step. */
  prompt(tokens: readonly number[]): Promise<Float32Array> {
    return this.#run(tokens, 1);
  }

  /**
   * Row r adds `tokens[r]` to what row `parents[r]` of the step before held.
   * Log probabilities of all rows, one after the other; the buffer is used again by the next step.
   */
  step(tokens: readonly number[], parents: readonly number[]): Promise<Float32Array> {
    this.#cache.reorder(parents);
    return this.#run(tokens, tokens.length);
  }

  /** Attentions of the heads over a known text: for each, tokens × frames. Row p is about the token after p. */
  async attentions(
    tokens: readonly number[],
    heads: readonly (readonly [number, number])[],
  ): Promise<Float32Array[]> {
    const { frames } = this.#attached();
    this.#cache.reset(1);
    const layers = [...new Set(heads.map(([layer]) => layer))];
    const fetches: Record<string, Tensor> = {};
    const size = this.#model.shape.heads * tokens.length * frames;
    const all = this.#attention.floats(layers.length * size);
    const ofLayer = (at: number) => all.subarray(at * size, (at + 1) * size);
    for (const [at, layer] of layers.entries()) {
      const shape = [1, this.#model.shape.heads, tokens.length, frames];
      fetches[layerValues.attention(layer)] = new Tensor('float32', ofLayer(at), shape);
    }
    const feeds = this.#feeds(tokens, 1, [0]);
    this.#cache.attach(feeds, {}, tokens.length);
    await this.#model.decoder.run(feeds, fetches);
    const found = heads.map(([layer, head]) =>
      ofLayer(layers.indexOf(layer)).slice(
        head * tokens.length * frames,
        (head + 1) * tokens.length * frames,
      ),
    );
    this.#attention.shrink(0);
    return found;
  }

  async #run(tokens: readonly number[], batch: number): Promise<Float32Array> {
    const { vocabulary } = this.#model.shape;
    const length = tokens.length / batch;
    if (this.#logProbs.length < batch * vocabulary) this.#logProbs = new Float32Array(batch * vocabulary);
    const scores = this.#logProbs.subarray(0, batch * vocabulary);
    const feeds = this.#feeds(tokens, batch, [length - 1]);
    const fetches = { [graphValues.logProbs]: new Tensor('float32', scores, [batch, 1, vocabulary]) };
    this.#cache.attach(feeds, fetches, length);
    await this.#model.decoder.run(feeds, fetches);
    this.#cache.advance(length);
    return scores;
  }

  #feeds(tokens: readonly number[], batch: number, rows: readonly number[]): Record<string, Tensor> {
    const ids = BigInt64Array.from(tokens, BigInt);
    return {
      ...this.#attached().cross,
      [graphValues.tokens]: new Tensor('int64', ids, [batch, tokens.length / batch]),
      [graphValues.rows]: new Tensor('int64', BigInt64Array.from(rows, BigInt), [rows.length]),
    };
  }

  #attached(): EncodedSpeech {
    if (!this.#encoded) throw new Error('begin has not been called');
    return this.#encoded;
  }
}
