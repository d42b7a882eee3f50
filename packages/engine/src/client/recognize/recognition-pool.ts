import type { JobRunner } from '../../contract/job-runner.ts';
import type { RecognitionJobs } from '../../contract/recognition-jobs.ts';

/** A pool whose processes know the two kinds of work that a recognition is made of. */
export interface RecognitionPool extends JobRunner<RecognitionJobs> {
  state(): { readonly processes: readonly unknown[] };
}
