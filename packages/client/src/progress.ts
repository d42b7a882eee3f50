/** How much of a request was sent. */
export interface Progress {
  readonly sent: number;
  /** Undefined where the length is not known. */
  readonly total: number | undefined;
}

export type OnProgress = (progress: Progress) => void;

/** The same bytes, counted as they are taken. */
export function counted(
  body: ReadableStream<Uint8Array>,
  total: number | undefined,
  onProgress: OnProgress,
): ReadableStream<Uint8Array> {
  let sent = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
        onProgress({ sent, total });
      },
    }),
  );
}
