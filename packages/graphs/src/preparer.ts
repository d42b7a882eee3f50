/** File contents by the name they have in the store, for example `decoder-step.onnx`. */
export type NamedBytes = Record<string, Uint8Array>;

/**
 * Makes files the engine runs out of files a model was published with, for example flat decoder graphs.
 * `run` is a pure function: the store caches its outputs by the inputs' hashes and by `name` and `version`,
 * so change `version` whenever the same inputs would give other outputs.
 */
export interface Preparer {
  /** What a manifest entry's `prepare` refers to. */
  name: string;
  version: number;
  /** Store names of the model's fetched files that are read. */
  inputs: readonly string[];
  /** Store names of the files that are made; none may equal a fetched file's name. */
  outputs: readonly string[];
  run(inputs: NamedBytes): NamedBytes | Promise<NamedBytes>;
}
