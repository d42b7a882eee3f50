import type { ModelStore } from '@locutor/models';
import { Tensor } from 'onnxruntime-node';
import { graphFiles } from '../graphs/models-graphs.ts';
import { best, mostTokens, open, processorMs } from '../graphs/sessions.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import { MEL_BANDS, melFeatures, type SpeechModel } from './engine-recognize.ts';
import type { Reference } from './reference.ts';

const WINDOW_COLUMNS = 3000;

/** The usual Whisper pipeline: audio padded to thirty seconds, the merged decoder as published, greedy. */
export async function openPaddedWhisper(
  store: ModelStore,
  name: RecognizerName,
  model: SpeechModel,
): Promise<Reference> {
  const encoder = await open(store.path(name, graphFiles.encoder), 'published');
  const decoder = await open(store.path(name, graphFiles.decoder), 'published');
  const wanted = decoder.outputNames.filter((output) => output === 'logits' || output.startsWith('present'));
  const { heads, headSize, vocabulary, endToken } = model.shape;

  async function run(samples: Float32Array, language = 'en') {
    let start = processorMs();
    const features = new Tensor('float32', melFeatures(samples, WINDOW_COLUMNS), [
      1,
      MEL_BANDS,
      WINDOW_COLUMNS,
    ]);
    const { last_hidden_state: states } = await encoder.run({ input_features: features }, [
      'last_hidden_state',
    ]);
    const encodeMs = processorMs() - start;
    const past: Record<string, Tensor> = {};
    for (const input of decoder.inputNames.filter((each) => each.startsWith('past')))
      past[input] = new Tensor('float32', new Float32Array(), [1, heads, 0, headSize]);
    const times: number[] = [];
    const tokens: number[] = [];
    let next: readonly number[] = model.prompt(language);
    while (tokens.at(-1) !== endToken && tokens.length < mostTokens(samples)) {
      start = processorMs();
      const input = {
        input_ids: new Tensor('int64', BigInt64Array.from(next, BigInt), [1, next.length]),
        encoder_hidden_states: states!,
        use_cache_branch: new Tensor('bool', [times.length > 0], [1]),
      };
      const outputs = await decoder.run({ ...input, ...past }, wanted);
      for (const [output, value] of Object.entries(outputs)) {
        if (output === 'logits' || (times.length > 0 && output.includes('.encoder.'))) continue;
        past[output.replace('present', 'past_key_values')] = value as Tensor;
      }
      const scores = (outputs.logits!.data as Float32Array).subarray((next.length - 1) * vocabulary);
      const suppressed = times.length === 0 ? model.suppressedAtBegin : [];
      for (const token of [...model.suppressed, ...suppressed]) scores[token] = Number.NEGATIVE_INFINITY;
      const token = best(scores, vocabulary);
      times.push(processorMs() - start);
      tokens.push(token);
      next = [token];
    }
    return { tokens, encodeMs, firstMs: times[0]!, stepMs: times.slice(1) };
  }

  return {
    run,
    text: ({ tokens }) => model.vocabulary.decode(tokens.filter((token) => token !== endToken)),
  };
}
