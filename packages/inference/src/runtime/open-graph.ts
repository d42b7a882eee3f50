import { readFile } from 'node:fs/promises';
import { ModelFileError } from '@locutor/contract';
import { withUnsignedProducts } from '@locutor/graphs';
import { InferenceSession } from 'onnxruntime-node';
import { sessionOptions } from './session-options.ts';
import { signedProductsAreExact } from './signed-products.ts';

/**
 * Without the arena a process with the base model stays some 60 MB smaller after long audio and is as fast: the
 * prepared graphs allocate little, and their large outputs go to buffers of ours.
 */
const options = { ...sessionOptions, enableCpuMemArena: false };

/** A prepared graph, whose 8-bit products have signed weights. */
export async function openGraph(path: string): Promise<InferenceSession> {
  try {
    if (await signedProductsAreExact()) return await InferenceSession.create(path, options);
    return await InferenceSession.create(await withUnsignedProducts(await readFile(path)), options);
  } catch (error) {
    throw new ModelFileError('the recognition model', path, error);
  }
}
