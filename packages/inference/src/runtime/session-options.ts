import type { InferenceSession } from 'onnxruntime-node';

/**
 * For every model of an engine process: there is a process per core, so a second thread in one would only take time
 * from another, and a thread that spins while it waits would take it for nothing.
 */
export const sessionOptions: InferenceSession.SessionOptions = {
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};
