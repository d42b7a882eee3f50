import { type Audio, appendGrammars, blobOf, typeOf } from './media.ts';
import type { RecognizeOptions } from './options.ts';

/** The request that has an audio recognised, at whichever path. */
export async function recognizeCall(path: string, audio: Audio, options: RecognizeOptions) {
  const { lm, grammars = [], parameters, type, signal, onProgress, idempotencyKey } = options;
  const common = { method: 'POST', path, query: { lm }, signal, onProgress, idempotencyKey } as const;
  if (grammars.length > 0) {
    const body = new FormData();
    appendGrammars(body, grammars);
    body.append('audio', await blobOf(audio, type));
    return { ...common, headers: { ...parameters }, body };
  }
  const headers = { 'Content-Type': type ?? typeOf(audio), ...parameters };
  return { ...common, headers, body: audio as BodyInit };
}
