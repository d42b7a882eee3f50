import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { writeAudit } from '../records/write.ts';
import type { Schema } from '../schema.ts';
import { checkPlace, checkUserId } from './names.ts';
import type { Caller, Place, UserInfo, Voiceprint } from './types.ts';
import { INFO_COLUMNS, openVoice, userInfo, voiceKey } from './voices.ts';

export async function listUsers(
  db: Kysely<Schema>,
  place: Place,
  { after, limit }: { readonly after?: string; readonly limit: number },
): Promise<UserInfo[]> {
  checkPlace(place);
  if (after !== undefined && after !== '') checkUserId(after);
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new StoreError('ERR_STORE_VALUE', `The size of a page must be a whole number, not ${limit}.`);
  }
  const rows = await db
    .selectFrom('voices')
    .select(INFO_COLUMNS)
    .where('repository', '=', place.repository)
    .where('scenario', '=', place.scenario)
    .$if(after !== undefined, (query) => query.where('user_id', '>', after!))
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(userInfo);
}

export async function readUser(
  db: Kysely<Schema>,
  place: Place,
  userId: string,
): Promise<UserInfo | undefined> {
  checkPlace(place);
  checkUserId(userId);
  const row = await db
    .selectFrom('voices')
    .select(INFO_COLUMNS)
    .where('repository', '=', place.repository)
    .where('scenario', '=', place.scenario)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && userInfo(row);
}

export async function removeUser(
  transaction: Transaction<Schema>,
  database: Database,
  place: Place,
  userId: string,
  caller: Caller,
): Promise<boolean> {
  checkPlace(place);
  checkUserId(userId);
  const { repository, scenario } = place;
  await database.lockKey(transaction, voiceKey(place, userId));
  const { numDeletedRows } = await transaction
    .deleteFrom('voices')
    .where('repository', '=', repository)
    .where('scenario', '=', scenario)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const outcome = numDeletedRows > 0n ? 'DONE' : 'NOT_FOUND';
  const users = [{ userId, outcome }];
  await writeAudit(transaction, { action: 'user.delete', repository, scenario, users, outcome, caller });
  return numDeletedRows > 0n;
}

export async function readVoiceprints(
  db: Kysely<Schema>,
  keys: KeyRing,
  place: Place,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Voiceprint>> {
  checkPlace(place);
  const wanted = [...new Set(userIds)];
  for (const userId of wanted) checkUserId(userId);
  const found = new Map<string, Voiceprint>();
  if (wanted.length === 0) return found;
  const rows = await db
    .selectFrom('voices')
    .selectAll()
    .where('repository', '=', place.repository)
    .where('scenario', '=', place.scenario)
    .where('user_id', 'in', wanted)
    .execute();
  for (const row of rows) found.set(row.user_id, await openVoice(row, keys));
  return found;
}
