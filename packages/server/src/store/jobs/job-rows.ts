import type { Selectable } from 'kysely';
import type { JobsTable } from '../schema.ts';
import type { JobInfo, JobState } from './types.ts';

/** All that a client may see but what came of it. */
export const INFO_COLUMNS = [
  'id',
  'state',
  'progress',
  'created_at',
  'started_at',
  'finished_at',
  'audio_ms',
  'transaction_id',
  'webhook_state',
  'webhook_attempts',
] as const;

export const OVER = ['done', 'failed', 'canceled'] as const satisfies readonly JobState[];

type InfoRow = Pick<Selectable<JobsTable>, (typeof INFO_COLUMNS)[number]>;
/** With what came of it, sealed. */
export type OutcomeRow = InfoRow & Pick<Selectable<JobsTable>, 'key_id' | 'sealed_key' | 'outcome'>;

export function jobInfo(row: InfoRow): JobInfo {
  const over = OVER.some((state) => state === row.state);
  return {
    id: row.id,
    state: row.state as JobState,
    progress: row.progress,
    createdAt: new Date(row.created_at),
    ...(row.started_at !== null && { startedAt: new Date(row.started_at) }),
    ...(row.finished_at !== null && { finishedAt: new Date(row.finished_at) }),
    ...(row.audio_ms !== null && { audioMs: row.audio_ms }),
    ...(row.transaction_id !== null && { transactionId: String(row.transaction_id) }),
    ...(row.webhook_state !== null && {
      webhook: { state: over ? row.webhook_state : 'waiting', attempts: row.webhook_attempts },
    }),
  };
}
