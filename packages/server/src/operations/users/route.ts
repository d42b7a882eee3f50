import type { FastifyPluginAsync } from 'fastify';
import type { UserInfo } from '../../store/index.ts';
import { type AdministrationServices, administration } from '../voices/administration.ts';
import { callerOf } from '../voices/caller.ts';
import { integerText, Members } from '../voices/members.ts';
import { knownRepository, knownUserId, takePlace } from '../voices/names.ts';
import { deleteUserSchema, listUsersSchema, showUserSchema } from './schema.ts';
import { deleteUser, listUsers, readUser } from './users.ts';

const ONE = '/rest/v3/users/:user_id';
const PAGE = 100;
export const LARGEST_PAGE = 1000;

/** The users who are enrolled. Nothing of their voices leaves the server. */
export const usersRoutes: FastifyPluginAsync<AdministrationServices> = async (app, services) => {
  const { config, registry } = services;
  const admin = administration(config);

  app.get('/rest/v3/users', admin(listUsersSchema, 'users.list'), async (request) => {
    const query = Members.ofQuery(request.query);
    const place = takePlace(query, knownRepository);
    const limit = query.take('limit', integerText(1, LARGEST_PAGE)) ?? PAGE;
    const after = query.take('after', knownUserId);
    query.end();
    // One more than is shown tells whether there is a next page.
    const page = { limit: limit + 1, ...(after !== undefined && { after }) };
    const found = await listUsers(registry, place, page, callerOf(request));
    const users = found.slice(0, limit);
    return { users: users.map(userAnswer), ...(found.length > limit && { next: users.at(-1)!.userId }) };
  });

  app.get(ONE, admin(showUserSchema, 'user.read'), async (request) => {
    const { place, id } = readPath(request);
    return userAnswer(await readUser(registry, place, id, callerOf(request)));
  });

  app.delete(ONE, admin(deleteUserSchema, 'user.delete'), async (request, reply) => {
    const { place, id } = readPath(request);
    await deleteUser(registry, place, id, callerOf(request));
    return reply.code(204).send();
  });
};

function readPath({ params, query }: { params: unknown; query: unknown }) {
  const members = Members.ofQuery(query);
  const place = takePlace(members, knownRepository);
  members.end();
  return { place, id: knownUserId((params as { user_id: string }).user_id, 'user_id') };
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
