import { readFileSync } from 'node:fs';
import { flattenBranch, readModel } from './models-graphs.ts';
import { processorMs } from './sessions.ts';

/** Operators a step runs in the published decoder: those of the branch that has a past. */
export function publishedStepNodes(path: string): number {
  const { nodes } = flattenBranch(readModel(readFileSync(path)), 'then_branch').graph;
  return nodes.filter(({ opType }) => opType !== 'Constant').length;
}

export function nodes(path: string): number {
  return readModel(readFileSync(path)).graph.nodes.filter(({ opType }) => opType !== 'Constant').length;
}

/** Weights a step of the prepared decoder reads: all but the table of embeddings, of which it reads a row. */
export function stepWeightBytes(path: string): number {
  const { initializers } = readModel(readFileSync(path)).graph;
  return initializers
    .filter(({ name }) => name !== 'embedding')
    .reduce((sum, { rawData }) => sum + (rawData?.length ?? 0), 0);
}

/** Gigabytes a second that one thread moves: the best of several copies of more memory than any cache holds. */
export function copyBandwidth(): number {
  const words = new Float64Array(16 * 1024 * 1024).fill(1);
  let fastest = Number.POSITIVE_INFINITY;
  const copy = new Float64Array(words.length);
  for (let round = 0; round < 8; round++) {
    const start = processorMs();
    copy.set(words);
    fastest = Math.min(fastest, processorMs() - start);
  }
  // A copy reads and writes.
  return (2 * words.byteLength) / 1e6 / fastest;
}
