import { aborted, LocutorError } from './errors.ts';
import type { SynthesizeOptions } from './options.ts';
import type { Call } from './transport.ts';

/** Speech as the server makes it. Read it once: as a stream, or whole. */
export interface Speech {
  /** The media type, such as `audio/wav`. */
  readonly type: string;
  /** The bytes as they arrive; the first come before the last sentence is spoken. */
  readonly stream: ReadableStream<Uint8Array>;
  /** All of it. */
  blob(): Promise<Blob>;
}

/** The request that has a text or SSML spoken. */
export function speechCall(text: string, options: SynthesizeOptions): Call {
  const { voice, encoder, rate, volume, ssml = false, catalog = 'plain', accountTag } = options;
  const { signal, idempotencyKey } = options;
  const path = `${catalog === 'tts' ? '/tts' : ''}/rest/v2/synthesize`;
  const tag = { 'X-Account-Tag': accountTag };
  if (ssml) {
    const choices = { 'X-Voice': voice, 'X-Encoder': encoder, 'X-Rate': rate, 'X-Volume': volume };
    const headers = { 'Content-Type': 'application/ssml+xml; charset=utf-8', ...choices, ...tag };
    return { method: 'POST', path: `${path}/ssml`, headers, body: text, signal, idempotencyKey };
  }
  const body = JSON.stringify({ text, voice, encoder, rate, volume });
  const headers = { 'Content-Type': 'application/json', ...tag };
  return { method: 'POST', path, headers, body, signal, idempotencyKey };
}

export function speechOf(answer: Response, signal: AbortSignal | undefined): Speech {
  return {
    type: answer.headers.get('content-type') ?? '',
    stream: answer.body!,
    async blob() {
      try {
        return await answer.blob();
      } catch (error) {
        if (signal?.aborted) throw aborted(error);
        throw new LocutorError('ERR_NETWORK', `the speech broke off: ${(error as Error).message}`, {
          cause: error,
        });
      }
    },
  };
}
