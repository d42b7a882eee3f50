/** What a fetch tells while it runs. */
export type FetchEvent =
  /** Bytes that came so far from one source, compressed where the source is; `done` falls back on a retry. */
  | { kind: 'download'; models: string[]; done: number; total: number }
  /** A file was verified and is in the store. */
  | { kind: 'file'; model: string; file: string; size: number }
  | { kind: 'preparing'; model: string }
  | { kind: 'prepared'; model: string };

export interface FetchOptions {
  onProgress?: ((event: FetchEvent) => void) | undefined;
  /** Takes a plain sentence about what a person may want to know: waiting, retrying. */
  log?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}
