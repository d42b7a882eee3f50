import { createRequire } from 'node:module';

/**
 * The path of a file that `@locutor/inference` shows in its `exports`. The main process starts its program and reads
 * some of its weights, and knows nothing else of it: whoever imports it loads the inference library.
 */
export function inferenceFile(name: 'process' | 'jobs' | `weights/${string}`): string {
  return createRequire(import.meta.url).resolve(`@locutor/inference/${name}`);
}
