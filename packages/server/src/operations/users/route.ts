import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { readBodiesHere } from '../../http/client.ts';
import { HttpError, quote } from '../../http/errors.ts';
import type { Biometrics, UserInfo } from '../../store/index.ts';
import { callerOf } from '../voices/caller.ts';
import { integerText, Members } from '../voices/members.ts';
import { takePlace, userId } from '../voices/names.ts';
import { ensurePlace } from '../voices/place.ts';
import { deleteUserSchema, listUsersSchema, showUserSchema } from './schema.ts';

const PAGE = 100;
export const LARGEST_PAGE = 1000;

/** The users who are enrolled. Nothing of their voices leaves the server. */
export async function usersRoutes(
  app: FastifyInstance,
  { config, guard }: RouteContext,
  biometrics: Biometrics,
): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  readBodiesHere(app);
  const onRequest = guard('admin', config.authVerify);

  app.get('/rest/v3/users', { schema: listUsersSchema, onRequest }, async (request) => {
    const query = Members.ofQuery(request.query);
    const place = takePlace(query);
    const limit = query.take('limit', integerText(1, LARGEST_PAGE)) ?? PAGE;
    const after = query.take('after', userId);
    query.end();
    await ensurePlace(biometrics, place);
    // One more than is shown tells whether there is a next page.
    const found = await biometrics.users(place, { limit: limit + 1, ...(after !== undefined && { after }) });
    const users = found.slice(0, limit);
    return { users: users.map(userAnswer), ...(found.length > limit && { next: users.at(-1)!.userId }) };
  });

  app.get('/rest/v3/users/:user_id', { schema: showUserSchema, onRequest }, async (request) => {
    const { place, id } = readPath(request);
    await ensurePlace(biometrics, place);
    const user = await biometrics.user(place, id);
    if (!user) throw userNotFound(id);
    return userAnswer(user);
  });

  app.delete('/rest/v3/users/:user_id', { schema: deleteUserSchema, onRequest }, async (request, reply) => {
    const { place, id } = readPath(request);
    await ensurePlace(biometrics, place);
    if (!(await biometrics.deleteUser(place, id, callerOf(request)))) throw userNotFound(id);
    return reply.code(204).send();
  });
}

function readPath({ params, query }: { params: unknown; query: unknown }) {
  const members = Members.ofQuery(query);
  const place = takePlace(members);
  members.end();
  return { place, id: userId((params as { user_id: string }).user_id, 'user_id') };
}

export function userNotFound(id: string): HttpError {
  return new HttpError('ERR_USER_NOT_FOUND', `the user ${quote(id)} is not enrolled`);
}

function userAnswer({ userId, createdAt, updatedAt, fingerprint, utterances, speechMs, consent }: UserInfo) {
  return {
    user_id: userId,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    model: fingerprint,
    utterances,
    speech_duration: speechMs,
    ...(consent !== undefined && { consent }),
  };
}
