import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { sealingKey } from '../keys/open-keys.ts';
import { seal } from '../keys/seal.ts';
import { writeOperation } from '../records/write.ts';
import type { Schema } from '../schema.ts';
import { checkNote, checkPlace, checkUserId } from './names.ts';
import type { EnrolmentChange, OperationRecord, Place, UserInfo } from './types.ts';
import { belonging, openVoice, userInfo, voiceKey } from './voices.ts';

export type EnrolmentRecord = Omit<OperationRecord, 'users' | 'outcome' | keyof Place>;

export interface Enrolment {
  readonly place: Place;
  readonly userId: string;
  readonly change: EnrolmentChange;
  readonly record: EnrolmentRecord;
  /** What is there is not opened. */
  readonly replaces: boolean;
}

/** One change of one voice and its records, within the given transaction. */
export async function enrolVoice(
  transaction: Transaction<Schema>,
  database: Database,
  keys: KeyRing,
  { place, userId, change, record, replaces }: Enrolment,
): Promise<{ transactionId: string; created: boolean; user: UserInfo }> {
  checkPlace(place);
  checkUserId(userId);
  const { repository, scenario } = place;
  // A row lock would not do: the first enrolment of a user has no row yet.
  await database.lockKey(transaction, voiceKey(place, userId));
  await holdPlace(transaction, database, place);
  const current = await transaction
    .selectFrom('voices')
    .selectAll()
    .where('repository', '=', repository)
    .where('scenario', '=', scenario)
    .where('user_id', '=', userId)
    .$if(database.locksRows, (query) => query.forUpdate())
    .executeTakeFirst();

  const seen = current && !replaces ? await openVoice(current, keys) : undefined;
  const { voiceprint, consent } = change(seen);
  if (consent !== undefined) checkNote('A consent note', consent);
  const key = await sealingKey(transaction, database, keys);
  const now = Date.now();
  const row = {
    repository,
    scenario,
    user_id: userId,
    created_at: current?.created_at ?? now,
    updated_at: now,
    fingerprint: voiceprint.fingerprint,
    utterances: voiceprint.utterances,
    speech_ms: Math.round(voiceprint.speechMs),
    consent: consent ?? current?.consent ?? null,
    key_id: key.id,
  };
  const sealed = seal(key, voiceprint.bytes, belonging(row));
  await transaction
    .insertInto('voices')
    .values({ ...row, sealed })
    .onConflict((conflict) =>
      conflict.columns(['repository', 'scenario', 'user_id']).doUpdateSet({ ...row, sealed }),
    )
    .execute();

  const created = current === undefined;
  const users = [{ userId, outcome: created ? 'CREATED' : 'UPDATED' }];
  const transactionId = await writeOperation(transaction, { ...record, ...place, users, outcome: 'DONE' });
  return { transactionId, created, user: userInfo(row) };
}

/** Nobody can delete the scenario until the transaction ends. */
async function holdPlace(
  transaction: Transaction<Schema>,
  { locksRows }: Database,
  { repository, scenario }: Place,
): Promise<void> {
  const found = await transaction
    .selectFrom('scenarios')
    .select('scenario')
    .where('repository', '=', repository)
    .where('scenario', '=', scenario)
    .$if(locksRows, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (found !== undefined) return;
  throw new StoreError(
    'ERR_STORE_PLACE',
    `There is no scenario ${JSON.stringify(scenario)} in a repository ${JSON.stringify(repository)}.`,
  );
}
