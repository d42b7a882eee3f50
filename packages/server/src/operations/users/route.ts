import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { placeOf } from '../../biometrics/names.ts';
import type { UserInfo } from '../../store/index.ts';
import { type AdministrationServices, administration } from '../administration/route-options.ts';
import { callerOf } from '../caller.ts';
import { deleteUserSchema, listUsersSchema, PAGE, showUserSchema } from './schema.ts';
import { deleteUser, listUsers, readUser } from './users.ts';

const ONE = '/rest/v3/users/:user_id';

/** The users who are enrolled. Nothing of their voices leaves the server. */
export const usersRoutes: FastifyPluginAsyncTypebox<AdministrationServices> = async (app, services) => {
  const { config, registry } = services;
  const admin = administration(config);

  app.get('/rest/v3/users', admin(listUsersSchema, 'users.list'), async (request) => {
    const { limit = PAGE, after, ...place } = request.query;
    // One more than is shown tells whether there is a next page.
    const page = { limit: limit + 1, ...(after !== undefined && { after }) };
    const found = await listUsers(registry, placeOf(place), page, callerOf(request));
    const users = found.slice(0, limit);
    return { users: users.map(userAnswer), ...(found.length > limit && { next: users.at(-1)!.userId }) };
  });

  app.get(ONE, admin(showUserSchema, 'user.read'), async (request) => {
    const { query, params } = request;
    return userAnswer(await readUser(registry, placeOf(query), params.user_id, callerOf(request)));
  });

  app.delete(ONE, admin(deleteUserSchema, 'user.delete'), async (request, reply) => {
    const { query, params } = request;
    await deleteUser(registry, placeOf(query), params.user_id, callerOf(request));
    return reply.code(204).send();
  });
};

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
