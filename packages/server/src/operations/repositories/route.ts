import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { readBodiesHere } from '../../http/client.ts';
import { HttpError, quote } from '../../http/errors.ts';
import type { Biometrics, RepositoryInfo } from '../../store/index.ts';
import type { Registry } from '../users/users.ts';
import { callerOf } from '../voices/caller.ts';
import { readJsonBody } from '../voices/json-body.ts';
import { Members } from '../voices/members.ts';
import { description, repositoryUri } from '../voices/names.ts';
import { repositoryNotFound } from '../voices/place.ts';
import { deleteRepository } from './repositories.ts';
import {
  createRepositorySchema,
  deleteRepositorySchema,
  listRepositoriesSchema,
  showRepositorySchema,
} from './schema.ts';

const ONE = '/rest/v3/repositories/:repository_uri';

/** The repositories: voices that are kept apart altogether. */
export async function repositoriesRoutes(
  app: FastifyInstance,
  { config, guard, bodies }: RouteContext,
  registry: Registry,
): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  readBodiesHere(app);
  const { biometrics } = registry;
  const onRequest = guard('admin', config.authVerify);

  app.get('/rest/v3/repositories', { schema: listRepositoriesSchema, onRequest }, async ({ query }) => {
    Members.ofQuery(query).end();
    return { repositories: (await biometrics.repositories()).map(repositoryAnswer) };
  });

  const creation = {
    schema: createRepositorySchema,
    config: { action: 'repository.create' },
    onRequest,
  } as const;
  app.post('/rest/v3/repositories', creation, async (request, reply) => {
    const body = await readJsonBody(request.raw, bodies);
    const repository = body.need('repository_uri', repositoryUri);
    const about = body.take('description', description) ?? '';
    body.end();
    if (!(await biometrics.createRepository(repository, about, callerOf(request)))) {
      throw new HttpError('ERR_ALREADY_EXISTS', `there is a repository ${quote(repository)} already`);
    }
    return reply.code(201).send(repositoryAnswer(await find(biometrics, repository)));
  });

  app.get(ONE, { schema: showRepositorySchema, onRequest }, async (request) =>
    repositoryAnswer(await find(biometrics, readPath(request))),
  );

  const deletion = {
    schema: deleteRepositorySchema,
    config: { action: 'repository.delete' },
    onRequest,
  } as const;
  app.delete(ONE, deletion, async (request, reply) => {
    await deleteRepository(registry, readPath(request), callerOf(request));
    return reply.code(204).send();
  });
}

function readPath({ params, query }: { params: unknown; query: unknown }): string {
  Members.ofQuery(query).end();
  return repositoryUri((params as { repository_uri: string }).repository_uri, 'repository_uri');
}

async function find(biometrics: Biometrics, repository: string): Promise<RepositoryInfo> {
  const found = (await biometrics.repositories()).find((each) => each.repository === repository);
  if (!found) throw repositoryNotFound(repository);
  return found;
}

function repositoryAnswer({ repository, description, createdAt, users }: RepositoryInfo) {
  return { repository_uri: repository, description, created_at: createdAt.toISOString(), users };
}
