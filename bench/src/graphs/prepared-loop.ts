import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { graphValues, layerValues, type RecognizerGraphs } from './models-graphs.ts';
import { best, type Decoded, mostTokens, processorMs } from './sessions.ts';

export interface Prepared {
  encode: InferenceSession;
  decode: InferenceSession;
}

/**
 * The same greedy loop over the prepared graphs. Keys and values go back and forth between two sets of
 * buffers made once: outputs that onnxruntime allocates wait for the garbage collector, which does not see
 * how large they are.
 */
export class PreparedLoop {
  readonly #graphs: Prepared;
  readonly #shape: RecognizerGraphs;
  readonly #caches = new Map<number, [Float32Array[], Float32Array[]]>();

  constructor(graphs: Prepared, shape: RecognizerGraphs) {
    this.#graphs = graphs;
    this.#shape = shape;
  }

  async run(samples: Float32Array, batch = 1): Promise<Decoded> {
    const { encode, decode } = this.#graphs;
    const { startToken, endToken, vocabulary } = this.#shape;
    let start = processorMs();
    const input = new Tensor('float32', samples, [1, samples.length]);
    const { [graphValues.states]: _, ...cross } = await encode.run({ [graphValues.samples]: input });
    const encodeMs = processorMs() - start;

    const scores = new Tensor('float32', new Float32Array(batch * vocabulary), [batch, 1, vocabulary]);
    const rows = new Tensor('int64', BigInt64Array.of(0n), [1]);
    const times: number[] = [];
    const tokens: number[] = [];
    let last: number = startToken;
    while (last !== endToken && times.length < mostTokens(samples)) {
      start = processorMs();
      const feeds: Record<string, Tensor> = { ...(cross as Record<string, Tensor>) };
      const fetches: Record<string, Tensor> = { [graphValues.logProbs]: scores };
      feeds[graphValues.tokens] = new Tensor('int64', new BigInt64Array(batch).fill(BigInt(last)), [
        batch,
        1,
      ]);
      feeds[graphValues.rows] = rows;
      this.#attach(feeds, fetches, batch, times.length, mostTokens(samples));
      await decode.run(feeds, fetches);
      last = best(scores.data as Float32Array, vocabulary);
      times.push(processorMs() - start);
      tokens.push(last);
    }
    return { tokens, encodeMs, firstMs: times[0]!, stepMs: times.slice(1) };
  }

  #attach(
    feeds: Record<string, Tensor>,
    fetches: Record<string, Tensor>,
    batch: number,
    length: number,
    most: number,
  ): void {
    const { layers, heads, headSize } = this.#shape;
    const token = batch * heads * headSize;
    const cache = this.#cache(batch, layers * 2, token * most);
    const [past, present] = length % 2 === 0 ? cache : [cache[1], cache[0]];
    const view = (buffer: Float32Array, tokens: number) =>
      new Tensor('float32', buffer.subarray(0, tokens * token), [batch, heads, tokens, headSize]);
    for (let layer = 0; layer < layers; layer++) {
      feeds[layerValues.pastKey(layer)] = view(past[2 * layer]!, length);
      feeds[layerValues.pastValue(layer)] = view(past[2 * layer + 1]!, length);
      fetches[layerValues.presentKey(layer)] = view(present[2 * layer]!, length + 1);
      fetches[layerValues.presentValue(layer)] = view(present[2 * layer + 1]!, length + 1);
    }
  }

  #cache(batch: number, count: number, size: number): [Float32Array[], Float32Array[]] {
    const known = this.#caches.get(batch);
    if (known && known[0][0]!.length >= size) return known;
    const set = () => Array.from({ length: count }, () => new Float32Array(size));
    const made: [Float32Array[], Float32Array[]] = [set(), set()];
    this.#caches.set(batch, made);
    return made;
  }
}
