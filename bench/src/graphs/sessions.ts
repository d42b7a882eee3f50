import { InferenceSession } from 'onnxruntime-node';
import { openModel, preparedGraph } from './engine-inference.ts';

const oneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};

/**
 * Prepared graphs as an engine process opens them, without the arena for memory. The published decoder needs it: it allocates
 * 54 MB for its output matrix in every step, which takes twice the time when they come from the system.
 */
export function open(path: string, kind: 'published' | 'prepared'): Promise<InferenceSession> {
  return kind === 'prepared'
    ? openModel('the graph', preparedGraph(path))
    : InferenceSession.create(path, oneThread);
}

/** What a greedy decode gave and took. Times are processor milliseconds: other programs' work is not in them. */
export interface Decoded {
  tokens: number[];
  encodeMs: number;
  firstMs: number;
  stepMs: number[];
}

export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function best(scores: Float32Array, count: number): number {
  let at = 0;
  for (let candidate = 1; candidate < count; candidate++)
    if (scores[candidate]! > scores[at]!) at = candidate;
  return at;
}

/** A token every 150 ms is more than anyone speaks. */
export function mostTokens(samples: Float32Array): number {
  return Math.ceil((samples.length / 16_000) * 6.5) + 1;
}
