import type { Insertable, Transaction } from 'kysely';
import type { Caller, OperationRecord, Place } from '../biometrics/types.ts';
import type { AuditTable, BillingTable, Schema } from '../schema.ts';
import { newId } from './ids.ts';
import type { SpeechRecord } from './types.ts';

export type Action =
  | OperationRecord['operation']
  | 'users.list'
  | 'user.read'
  | 'user.delete'
  | 'scenario.create'
  | 'scenario.delete'
  | 'repository.create'
  | 'repository.delete'
  | 'token.create'
  | 'token.revoke'
  | 'keys.rotate'
  | 'backup'
  | 'restore'
  | 'billing.export'
  | 'audit.export';

export interface AuditEvent extends Partial<Place> {
  readonly action: Action;
  /** One entry for each; a single one without a user when there are none. */
  readonly users?: readonly { readonly userId: string; readonly outcome: string }[];
  /** The token it was about. */
  readonly tokenId?: string;
  readonly outcome: string;
  /** Of the spoofing detector; the same for all users of an operation. */
  readonly antispoofingScore?: number;
  readonly caller: Caller;
}

/** Where actions are noted that change nothing, or came to nothing. */
export interface AuditLog {
  note(event: AuditEvent): Promise<void>;
}

/** The billing record of an operation and its audit entries, in the caller's transaction. Gives the transaction id. */
export async function writeOperation(
  transaction: Transaction<Schema>,
  record: OperationRecord,
): Promise<string> {
  const time = Date.now();
  const id = await writeBilling(transaction, {
    time,
    operation: record.operation,
    account_tag: record.accountTag === undefined ? null : storable(record.accountTag),
    repository: storable(record.repository),
    scenario: storable(record.scenario),
    users: record.users.length,
    audio_ms: Math.round(record.audioMs),
    speech_ms: Math.round(record.speechMs),
    outcome: storable(record.outcome),
  });
  await writeAudit(transaction, { ...record, action: record.operation }, { time, transactionId: id });
  return String(id);
}

/** The billing record of an operation that concerns no user, so that it is in no audit log. Gives the transaction id. */
export async function writeSpeech(transaction: Transaction<Schema>, record: SpeechRecord): Promise<string> {
  const id = await writeBilling(transaction, {
    time: Date.now(),
    operation: record.operation,
    account_tag: storable(record.accountTag),
    ...('characters' in record && { characters: record.characters }),
    ...('audioMs' in record && { audio_ms: Math.round(record.audioMs) }),
    ...('speechMs' in record && { speech_ms: Math.round(record.speechMs) }),
    outcome: storable(record.outcome),
  });
  return String(id);
}

function writeBilling(
  transaction: Transaction<Schema>,
  row: Omit<Insertable<BillingTable>, 'transaction_id'>,
): Promise<bigint> {
  return inserted(row.time, (transaction_id) =>
    transaction
      .insertInto('billing')
      .values({ ...row, transaction_id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  );
}

/** The audit entries of one action, in the caller's transaction. */
export async function writeAudit(
  transaction: Transaction<Schema>,
  event: AuditEvent,
  operation?: { readonly time: number; readonly transactionId: bigint },
): Promise<void> {
  const time = operation?.time ?? Date.now();
  const users = event.users?.length ? event.users : [{ userId: undefined, outcome: event.outcome }];
  const rows = users.map(({ userId, outcome }, position) => ({
    position,
    time,
    actor: storable(event.caller.actor),
    action: event.action,
    repository: event.repository === undefined ? null : storable(event.repository),
    scenario: event.scenario === undefined ? null : storable(event.scenario),
    user_id: userId === undefined ? null : storable(userId),
    token_id: event.tokenId === undefined ? null : storable(event.tokenId),
    outcome: storable(outcome),
    transaction_id: operation?.transactionId ?? null,
    request_id: storable(event.caller.requestId),
    antispoofing_score: event.antispoofingScore ?? null,
  }));
  const insert = (entries: Insertable<AuditTable>[]) =>
    transaction
      .insertInto('audit')
      .values(entries)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
  // Who has position 0 of an id has the whole id.
  const id = await inserted(time, (event_id) => insert([{ event_id, ...rows[0]! }]));
  if (rows.length > 1) await insert(rows.slice(1).map((row) => ({ event_id: id, ...row })));
}

/** Makes ids until one is not in use. */
async function inserted(
  time: number,
  insert: (id: bigint) => Promise<{ readonly numInsertedOrUpdatedRows?: bigint | undefined } | undefined>,
): Promise<bigint> {
  for (;;) {
    const id = newId(time);
    const result = await insert(id);
    if (result?.numInsertedOrUpdatedRows === 1n) return id;
  }
}

/**
 * Text from outside, the subject of an issuer's token for one, as both databases can hold it: a record is never lost
 * to an odd character in it.
 */
function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\ufffd').slice(0, 1_024);
}
