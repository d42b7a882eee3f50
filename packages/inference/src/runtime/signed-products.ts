import { signedProductProbe } from '@locutor/graphs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from './session-options.ts';

let known: Promise<boolean> | undefined;

/**
 * Whether 8-bit products with signed weights are exact on this processor. Those without instructions for them (x64 before
 * VNNI) cut large sums off, and then graphs with unsigned weights give the right result in more time.
 */
export function signedProductsAreExact(): Promise<boolean> {
  known ??= probe();
  return known;
}

async function probe(): Promise<boolean> {
  const { graph, size, exact } = await signedProductProbe();
  const session = await InferenceSession.create(graph, sessionOptions);
  const values = new Tensor('uint8', new Uint8Array(size * size).fill(255), [size, size]);
  const { sums } = await session.run({ values });
  await session.release();
  return (sums!.data as Int32Array).every((sum) => sum === exact);
}
