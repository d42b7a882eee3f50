import { HttpError } from '../../http/errors.ts';
import { type AuditEvent, type AuditLog, StoreError } from '../../store/index.ts';

/** What is about to be done, before it is known how it ends. */
export interface Attempt extends Omit<AuditEvent, 'users' | 'outcome'> {
  readonly userIds?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does a step of an action whose success is written elsewhere, and writes what ends it here, so that the audit log has
 * every action that named somebody, whatever became of it. A database that fails keeps no entry.
 */
export async function notingFailure<T>(
  audit: AuditLog,
  attempt: Attempt,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof StoreError)) {
      const { userIds = [], signal, ...event } = attempt;
      const outcome = signal?.aborted ? 'CANCELED' : error instanceof HttpError ? error.code : 'ERR_INTERNAL';
      await audit.note({ ...event, users: userIds.map((userId) => ({ userId, outcome })), outcome });
    }
    throw error;
  }
}
