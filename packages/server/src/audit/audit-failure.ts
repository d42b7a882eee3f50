import { ServiceError } from '../errors/index.ts';
import { type AuditEvent, type AuditLog, StoreError, type StoreErrorCode } from '../store/index.ts';
import { storeFailure } from '../store/store-failure.ts';

/** What is about to be done, before it is known how it ends. */
export interface Attempt extends Omit<AuditEvent, 'users' | 'outcome'> {
  readonly userIds?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Failures of one voiceprint; with any other the database itself fails, and keeps no entry. */
const OF_ONE_VOICE: readonly StoreErrorCode[] = ['ERR_STORE_DAMAGED', 'ERR_STORE_KEY'];

/**
 * Does a step of an action whose success is written elsewhere, and writes what ends it here, so that the audit log has
 * every action that named somebody, whatever became of it.
 */
export async function auditingFailure<T>(
  audit: AuditLog,
  attempt: Attempt,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await auditFailure(audit, attempt, error);
    throw error;
  }
}

export async function auditFailure(audit: AuditLog, attempt: Attempt, error: unknown): Promise<void> {
  const { userIds = [], signal, ...event } = attempt;
  const code = codeOf(error);
  if (code === undefined) return;
  const outcome = signal?.aborted ? 'CANCELED' : code;
  await audit.note({ ...event, users: userIds.map((userId) => ({ userId, outcome })), outcome });
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ServiceError) return error.code;
  if (!(error instanceof StoreError)) return 'ERR_INTERNAL';
  return OF_ONE_VOICE.includes(error.code) ? storeFailure(error).code : undefined;
}
