import { readFile } from 'node:fs/promises';
import { withUnsignedProducts } from '@locutor/graphs';
import { InferenceSession } from 'onnxruntime-node';
import { fromModelFile } from './model-file.ts';
import { sessionOptions } from './session-options.ts';
import { signedProductsAreExact } from './signed-products.ts';

/** What a model is opened from. */
export interface Loadable {
  /** The file that an error names. */
  readonly file: string;
  /** The graph that is run; none where it is the file as it is. */
  readonly graph?: () => Promise<Uint8Array | undefined>;
  readonly options?: InferenceSession.SessionOptions;
}

/** Opens a model; every model of an engine process comes through here. */
export function openModel(label: string, { file, graph, options = sessionOptions }: Loadable) {
  return fromModelFile(label, file, async () => {
    const bytes = await graph?.();
    return bytes ? InferenceSession.create(bytes, options) : InferenceSession.create(file, options);
  });
}

/**
 * Without the arena a process with the base model stays some 60 MB smaller after long audio and is as fast: the
 * prepared graphs allocate little, and their large outputs go to buffers of ours.
 */
const withoutArena = { ...sessionOptions, enableCpuMemArena: false };

/** A prepared graph, whose 8-bit products have signed weights. */
export function preparedGraph(file: string): Loadable {
  const graph = async () =>
    (await signedProductsAreExact()) ? undefined : withUnsignedProducts(await readFile(file));
  return { file, graph, options: withoutArena };
}
