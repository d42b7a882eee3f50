import type { JobRunner, RecognitionJobs } from '@locutor/contract';

/** A pool whose processes know the two kinds of work that a recognition is made of. */
export interface RecognitionPool extends JobRunner<RecognitionJobs> {
  state(): { readonly processes: readonly unknown[] };
}
