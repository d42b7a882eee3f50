// What engine processes of this benchmark run: the product's jobs, timed, and one that tells the times.
import { processorMs } from '../graphs/sessions.ts';
import { type AnyJob, jobs as product } from './engine-jobs.ts';
import { type PartTime, SessionTimes } from './session-times.ts';

/** Processor milliseconds of an engine process since it was last asked. */
export interface EngineTimes {
  /** All it did, and what of it jobs did. */
  process: number;
  jobs: number;
  parts: PartTime[];
}

const sessions = new SessionTimes();
let [inJobs, asked] = [0, processorMs()];

const times: AnyJob = {
  kind: 'times',
  async run(): Promise<EngineTimes> {
    const now = processorMs();
    const told = { process: now - asked, jobs: inJobs, parts: sessions.take() };
    [inJobs, asked] = [0, now];
    return told;
  },
};

const timed = product.map((job) => ({
  ...job,
  async run(...args: Parameters<AnyJob['run']>) {
    const start = processorMs();
    try {
      return await job.run(...args);
    } finally {
      inJobs += processorMs() - start;
    }
  },
}));

export const jobs: readonly AnyJob[] = [...timed, times];
