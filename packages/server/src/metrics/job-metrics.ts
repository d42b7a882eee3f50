import { Gauge } from 'prom-client';
import { latest } from './latest.ts';
import { type Measure, measuring } from './measure.ts';

const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;
const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const;

/** Jobs that are kept, by their state and that of their webhook. */
export interface JobCount {
  readonly state: string;
  readonly webhook: string | null;
  readonly count: number;
}

/** The background jobs in the database, those of all its servers. Before the first answer there are no values. */
export function measureJobs(read: () => Promise<readonly JobCount[]>): Measure {
  const counts = latest(read);
  const gauge = (
    name: string,
    help: string,
    states: readonly string[],
    of: (job: JobCount) => string | null,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [],
      async collect() {
        this.reset();
        const found = await counts();
        for (const state of found ? states : []) {
          const those = found!.filter((each) => of(each) === state);
          this.labels(state).set(those.reduce((sum, { count }) => sum + count, 0));
        }
      },
    });
  return measuring(
    gauge('locutor_jobs', 'Background jobs that are kept, by state', JOB_STATES, ({ state }) => state),
    gauge('locutor_webhooks', 'Webhooks of these jobs, by state', WEBHOOK_STATES, ({ webhook }) => webhook),
  );
}
