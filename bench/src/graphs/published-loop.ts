import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { RecognizerGraphs } from './models-graphs.ts';
import { best, type Decoded, mostTokens, processorMs } from './sessions.ts';

export interface Published {
  encoder: InferenceSession;
  decoder: InferenceSession;
}

/** The plain greedy loop over the merged graph as published; a batch holds copies of the one audio. */
export async function publishedLoop(
  { encoder, decoder }: Published,
  shape: RecognizerGraphs,
  samples: Float32Array,
  batch = 1,
): Promise<Decoded> {
  let start = processorMs();
  const input = new Tensor('float32', samples, [1, samples.length]);
  const { last_hidden_state: one } = await encoder.run({ input_values: input });
  const encodeMs = processorMs() - start;
  const states = repeat(one as Tensor, batch);
  const past: Record<string, Tensor> = {};
  for (const name of decoder.inputNames.filter((name) => name.startsWith('past'))) {
    past[name] = new Tensor('float32', new Float32Array(), [batch, shape.heads, 0, shape.headSize]);
  }
  const times: number[] = [];
  const tokens: number[] = [];
  let last = shape.startToken;
  while (last !== shape.endToken && times.length < mostTokens(samples)) {
    start = processorMs();
    const outputs = await decoder.run({
      input_ids: new Tensor('int64', new BigInt64Array(batch).fill(BigInt(last)), [batch, 1]),
      encoder_hidden_states: states,
      use_cache_branch: new Tensor('bool', [times.length > 0], [1]),
      ...past,
    });
    for (const [name, value] of Object.entries(outputs)) {
      const fixed = name.includes('.encoder.') && times.length > 0;
      if (name.startsWith('present') && !fixed)
        past[name.replace('present', 'past_key_values')] = value as Tensor;
    }
    last = best(outputs.logits!.data as Float32Array, shape.vocabulary);
    times.push(processorMs() - start);
    tokens.push(last);
  }
  return { tokens, encodeMs, firstMs: times[0]!, stepMs: times.slice(1) };
}

function repeat(value: Tensor, batch: number): Tensor {
  const data = value.data as Float32Array;
  const copies = new Float32Array(data.length * batch);
  for (let at = 0; at < batch; at++) copies.set(data, at * data.length);
  return new Tensor('float32', copies, [batch, ...value.dims.slice(1)]);
}
