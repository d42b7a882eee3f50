/** Audio of a file or a recording. A stream is sent as it comes, and cannot be sent again. */
export type Audio = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** A grammar that is sent with the request. */
export interface Grammar {
  readonly source: string;
  /** `application/srgs`, `application/srgs+xml` or `application/jsgf`; without it the server looks at the content. */
  readonly type?: string;
}

export function isStream(value: unknown): value is ReadableStream<Uint8Array> {
  return typeof ReadableStream !== 'undefined' && value instanceof ReadableStream;
}

const UNKNOWN = 'application/octet-stream';

/**
 * The type to send audio with. Systems call some files of audio `video/webm` or `video/ogg`, which the server refuses as
 * no audio; under the general type it looks at the bytes.
 */
export function typeOf(audio: Audio): string {
  return audio instanceof Blob && audio.type.startsWith('audio/') ? audio.type : UNKNOWN;
}

/** Audio as a part of a form: forms hold no streams. */
export async function blobOf(audio: Audio, type = typeOf(audio)): Promise<Blob> {
  const read = isStream(audio) ? await new Response(audio).blob() : audio;
  return new Blob([read as BlobPart], { type });
}

export function appendGrammars(form: FormData, grammars: readonly Grammar[]): void {
  for (const { source, type } of grammars) {
    form.append('lm', new Blob([source], { type: type ?? UNKNOWN }));
  }
}
