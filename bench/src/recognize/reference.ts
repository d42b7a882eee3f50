import type { ModelStore } from '@locutor/models';
import { graphFiles, recognizerGraphs } from '../graphs/models-graphs.ts';
import { publishedLoop } from '../graphs/published-loop.ts';
import { type Decoded, open } from '../graphs/sessions.ts';
import { textOf } from '../graphs/transcript.ts';
import type { RecognizerName } from '../word-times/engine-align.ts';
import type { SpeechModel } from './engine-recognize.ts';
import { openPaddedWhisper } from './padded-whisper.ts';

/** What others do: the published graphs, the whole clip, the likeliest token each time. */
export interface Reference {
  run(samples: Float32Array, language?: string, batch?: number): Promise<Decoded>;
  text(decoded: Decoded): string;
}

export async function openReference(
  store: ModelStore,
  name: RecognizerName,
  model: SpeechModel,
): Promise<Reference> {
  if (recognizerGraphs[name].family === 'whisper') return openPaddedWhisper(store, name, model);
  const shape = recognizerGraphs[name];
  const published = {
    encoder: await open(store.path(name, graphFiles.encoder), 'published'),
    decoder: await open(store.path(name, graphFiles.decoder), 'published'),
  };
  return {
    run: (samples, _language, batch) => publishedLoop(published, shape, samples, batch),
    text: ({ tokens }) => textOf(tokens, shape.endToken),
  };
}

/** All of the processor time. */
export function totalMs({ encodeMs, firstMs, stepMs }: Decoded): number {
  return encodeMs + firstMs + stepMs.reduce((sum, ms) => sum + ms, 0);
}
