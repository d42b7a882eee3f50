import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const SECONDS = 2;

/** Sums in the cache of one core, again and again; posts how often that was. */
const SUMS = `
  const { parentPort } = require('node:worker_threads');
  const numbers = new Float32Array(8000).fill(1.5);
  const end = performance.now() + ${1000 * SECONDS};
  let [rounds, sum] = [0, 0];
  for (; performance.now() < end; rounds++) {
    for (let n = 0; n < 1000; n++) for (let at = 0; at < numbers.length; at++) sum += numbers[at];
  }
  parentPort.postMessage({ rounds, sum });`;

/** How much more two cores of this machine do than one when they share nothing: the most that any program can gain. */
export async function machineRatio(): Promise<number> {
  const one = await rounds(1);
  return (await rounds(2)) / one;
}

async function rounds(threads: number): Promise<number> {
  const all = await Promise.all(
    Array.from({ length: threads }, async () => {
      const [{ rounds }] = (await once(new Worker(SUMS, { eval: true }), 'message')) as [{ rounds: number }];
      return rounds;
    }),
  );
  return all.reduce((sum, each) => sum + each, 0);
}
