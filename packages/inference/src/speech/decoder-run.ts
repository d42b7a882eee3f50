import { graphValues, layerValues } from '@locutor/graphs';
import { Tensor } from 'onnxruntime-node';
import { KeyValues } from './key-values.ts';
import { ReusedBuffer } from './reused-buffer.ts';
import type { EncodedSpeech, SpeechModel } from './speech-model.ts';

/** Numbers: half a minute of speech in three layers of eight heads. */
const RESERVED_ATTENTION = 3 * 8 * 200 * 1_500;

/** Memory for so many is kept for the next audio: three beams over ten seconds. */
const KEPT_ATTENTION = 3 * 8 * 3 * 420;

/** Tokens of a known text that are scored in one run: 16 rows of the largest vocabulary take 3 MB. */
const FORCED_TOKENS = 16;

/** Heads of the decoder, as [layer, head]. */
export type Heads = readonly (readonly [number, number])[];

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
  #heads: Heads = [];
  /** Tokens that the last run added to every row. */
  #added = 0;
  /** Of the last run, by layer. */
  #attended = new Map<number, Float32Array>();
  #logProbs = new Float32Array();
  readonly #attention = new ReusedBuffer(RESERVED_ATTENTION);

  constructor(model: SpeechModel) {
    this.#model = model;
    this.#cache = new KeyValues(model.shape);
  }

  /** With heads, `attention` tells after every run what they looked at. */
  begin(encoded: EncodedSpeech, heads: Heads = []): void {
    this.end();
    this.#encoded = encoded;
    this.#heads = heads;
  }

  /** Gives memory back that the next audio may not need: six beams over half a minute take 50 MB. */
  end(): void {
    this.#encoded = undefined;
    this.#cache.reset(1);
    this.#attention.shrink(KEPT_ATTENTION);
  }

  /** Log probabilities of what follows the prompt. The buffer is used again by the next step. */
  prompt(tokens: readonly number[]): Promise<Float32Array> {
    return this.#run(tokens, 1);
  }

  /** The same of one prompt alone: nothing of the audio is held when it returns. */
  async only(encoded: EncodedSpeech, tokens: readonly number[]): Promise<Float32Array> {
    this.begin(encoded);
    try {
      return await this.prompt(tokens);
    } finally {
      this.end();
    }
  }

  /**
   * Row r adds `tokens[r]` to what row `parents[r]` of the step before held.
   * Log probabilities of all rows, one after the other; the buffer is used again by the next step.
   */
  step(tokens: readonly number[], parents: readonly number[]): Promise<Float32Array> {
    this.#cache.reorder(parents);
    return this.#run(tokens, tokens.length);
  }

  /** How a row of the last run attended to the frames when it predicted what follows: the mean of the heads. */
  attention(row: number): Float32Array {
    return this.#mean((row + 1) * this.#added - 1);
  }

  /** The same of a known text: what is about the token after p is at p. The run has to begin anew afterwards. */
  async attentions(tokens: readonly number[], heads: Heads): Promise<Float32Array[]> {
    this.begin(this.#attached(), heads);
    const feeds = this.#feeds(tokens, 1, [0]);
    const fetches = this.#attentionFetches(tokens.length);
    this.#cache.attach(feeds, {}, tokens.length);
    await this.#model.decoder.run(feeds, fetches);
    const found = tokens.map((_, at) => this.#mean(at));
    this.#attention.shrink(KEPT_ATTENTION);
    return found;
  }

  /**
   * Log probabilities of a known text after a prompt: of each token, and of the end behind them (teacher forcing). The run
   * has to begin anew afterwards.
   */
  async logProbsOf(prompt: readonly number[], text: readonly number[]): Promise<number[]> {
    this.begin(this.#attached());
    const { vocabulary, endToken } = this.#model.shape;
    const following = [...text, endToken];
    const tokens = [...prompt, ...text];
    const found: number[] = [];
    for (let from = 0; from < tokens.length; from += FORCED_TOKENS) {
      const part = tokens.slice(from, from + FORCED_TOKENS);
      const logProbs = await this.#run(part, 1, [...part.keys()]);
      for (const row of part.keys()) {
        const token = following[from + row - prompt.length + 1];
        if (token !== undefined) found.push(logProbs[row * vocabulary + token]!);
      }
    }
    return found;
  }

  #mean(query: number): Float32Array {
    const { frames } = this.#attached();
    const sum = new Float32Array(frames);
    for (const [layer, head] of this.#heads) {
      const attended = this.#attended.get(layer)!;
      const queries = attended.length / frames / this.#model.shape.heads;
      const from = (head * queries + query) * frames;
      for (let frame = 0; frame < frames; frame++)
        sum[frame]! += attended[from + frame]! / this.#heads.length;
    }
    return sum;
  }

  #attentionFetches(queries: number): Record<string, Tensor> {
    const { frames } = this.#attached();
    const shape = [1, this.#model.shape.heads, queries, frames];
    const size = this.#model.shape.heads * queries * frames;
    const layers = [...new Set(this.#heads.map(([layer]) => layer))];
    const all = this.#attention.floats(layers.length * size);
    this.#attended = new Map(layers.map((layer, at) => [layer, all.subarray(at * size, (at + 1) * size)]));
    return Object.fromEntries(
      layers.map((layer) => [
        layerValues.attention(layer),
        new Tensor('float32', this.#attended.get(layer)!, shape),
      ]),
    );
  }

  /** Log probabilities after the given tokens of every beam, by default after the last. */
  async #run(
    tokens: readonly number[],
    batch: number,
    rows: readonly number[] = [tokens.length / batch - 1],
  ): Promise<Float32Array> {
    const { vocabulary } = this.#model.shape;
    const length = tokens.length / batch;
    const size = batch * rows.length * vocabulary;
    if (this.#logProbs.length < size) this.#logProbs = new Float32Array(size);
    const scores = this.#logProbs.subarray(0, size);
    const feeds = this.#feeds(tokens, batch, rows);
    const fetches: Record<string, Tensor> = {
      ...this.#attentionFetches(tokens.length),
      [graphValues.logProbs]: new Tensor('float32', scores, [batch, rows.length, vocabulary]),
    };
    this.#cache.attach(feeds, fetches, length);
    await this.#model.decoder.run(feeds, fetches);
    this.#cache.advance(length);
    this.#added = length;
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
