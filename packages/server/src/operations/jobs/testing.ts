import { randomUUID } from 'node:crypto';
import type { JobInfo, JobLimits, NewJob } from '../../store/index.ts';
import type { JobsServices } from './route.ts';

interface Kept {
  readonly job: NewJob;
  info: JobInfo;
  outcome: Buffer | undefined;
}

/** Jobs in memory, which nobody does: a test says what becomes of them. */
export function memoryJobs(): JobsServices['jobs'] & { readonly kept: Map<string, Kept> } {
  const kept = new Map<string, Kept>();
  const own = (id: string, owner: string) => {
    const found = kept.get(id);
    return found?.job.owner === owner ? found : undefined;
  };
  const tooMany = (owner: string, { inAll, perOwner }: JobLimits) => {
    const waiting = [...kept.values()].filter(({ info }) => info.state === 'waiting');
    if (waiting.length >= inAll) return 'in-all' as const;
    return waiting.filter(({ job }) => job.owner === owner).length >= perOwner
      ? ('per-owner' as const)
      : undefined;
  };
  return {
    kept,
    refusal: async (owner, limits) => tooMany(owner, limits),
    submit: async (job, limits) => {
      const id = randomUUID();
      const refused = tooMany(job.owner, limits);
      if (refused) return { refused };
      const info = { id, state: 'waiting', progress: 0, createdAt: new Date() } as const;
      const webhook = job.callback && ({ state: 'waiting', attempts: 0 } as const);
      kept.set(id, { job, info: { ...info, ...(webhook && { webhook }) }, outcome: undefined });
      return { id };
    },
    find: async (id, owner) => own(id, owner)?.info,
    list: async (owner, { limit, after }) =>
      [...kept.values()]
        .filter(({ job, info }) => job.owner === owner && (!after || info.createdAt < after.createdAt))
        .reverse()
        .slice(0, limit),
    outcome: async (id, owner) => own(id, owner),
    remove: async (id, owner) => own(id, owner) !== undefined && kept.delete(id),
  };
}
