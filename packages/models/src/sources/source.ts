import type { Model, ModelFile } from '../model.ts';

/** One file that is asked of a source. */
export interface Wanted {
  model: Model;
  file: ModelFile;
}

/** Takes one file's bytes; rejects when they are not the expected ones or cannot be kept. */
export type Deliver = (wanted: Wanted, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

export interface Transfer {
  wanted: readonly Wanted[];
  deliver: Deliver;
  /** Told how many bytes came over the wire or off the disk, as they come. */
  onBytes: (count: number) => void;
  signal: AbortSignal;
}

/** Delivers wanted files in whatever order the source holds them; files it does not hold are left out. */
export type Source = (transfer: Transfer) => Promise<void>;

/** Tells the meter about every chunk that passes. */
export async function* metered(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}
