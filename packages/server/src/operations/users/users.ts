import { auditingFailure } from '../../audit/audit-failure.ts';
import { ensurePlace } from '../../biometrics/place.ts';
import type { Voices } from '../../biometrics/voices.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { Caller, Place, UserInfo } from '../../store/index.ts';

/** What management needs of the store. */
export type Registry = Pick<Voices, 'biometrics' | 'audit'>;

/** A page of those who are enrolled. It is shown only once it is noted who asked for it. */
export async function listUsers(
  { biometrics, audit }: Registry,
  place: Place,
  page: { readonly after?: string; readonly limit: number },
  caller: Caller,
): Promise<UserInfo[]> {
  const event = { action: 'users.list', ...place, caller } as const;
  await auditingFailure(audit, event, () => ensurePlace(biometrics, place));
  const users = await biometrics.users(place, page);
  await audit.note({ ...event, outcome: 'DONE' });
  return users;
}

export async function readUser(
  { biometrics, audit }: Registry,
  place: Place,
  userId: string,
  caller: Caller,
): Promise<UserInfo> {
  const event = { action: 'user.read', ...place, caller } as const;
  await auditingFailure(audit, { ...event, userIds: [userId] }, () => ensurePlace(biometrics, place));
  const user = await biometrics.user(place, userId);
  const outcome = user ? 'DONE' : 'NOT_FOUND';
  await audit.note({ ...event, users: [{ userId, outcome }], outcome });
  if (!user) throw userNotFound(userId);
  return user;
}

export async function deleteUser(
  { biometrics, audit }: Registry,
  place: Place,
  userId: string,
  caller: Caller,
): Promise<void> {
  const attempt = { action: 'user.delete', ...place, userIds: [userId], caller } as const;
  await auditingFailure(audit, attempt, () => ensurePlace(biometrics, place));
  if (!(await biometrics.deleteUser(place, userId, caller))) throw userNotFound(userId);
}

function userNotFound(id: string): ServiceError {
  return new ServiceError('ERR_USER_NOT_FOUND', `the user ${quote(id)} is not enrolled`);
}
