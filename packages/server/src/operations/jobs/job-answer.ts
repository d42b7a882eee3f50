import type { JobInfo, JobOutcome } from '../../store/index.ts';
import { readFailure } from './outcome.ts';

const HOUR = 60 * 60_000;

/** A job as clients see it. */
export function jobAnswer({ info, outcome }: JobOutcome, retentionHours: number) {
  const { id, state, progress, createdAt, startedAt, finishedAt, audioMs, transactionId, webhook } = info;
  return {
    id,
    state,
    progress,
    created_at: createdAt.toISOString(),
    ...(startedAt && { started_at: startedAt.toISOString() }),
    ...(finishedAt && {
      finished_at: finishedAt.toISOString(),
      expires_at: new Date(finishedAt.getTime() + retentionHours * HOUR).toISOString(),
    }),
    ...(audioMs !== undefined && { audio_seconds: audioMs / 1000 }),
    ...(transactionId !== undefined && { transaction_id: transactionId }),
    ...(webhook && { webhook }),
    ...(state === 'failed' && { error: readFailure(outcome) }),
  };
}

/** As logs name it: whoever knows the whole id of a job without an owner can read its result. */
export function shown({ id }: Pick<JobInfo, 'id'>): string {
  return id.slice(0, 8);
}
