import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { repositoryNotFound } from '../../biometrics/place.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { Biometrics, RepositoryInfo } from '../../store/index.ts';
import { type AdministrationServices, administration } from '../administration/route-options.ts';
import { callerOf } from '../caller.ts';
import { deleteRepository } from './repositories.ts';
import {
  createRepositorySchema,
  deleteRepositorySchema,
  listRepositoriesSchema,
  newRepository,
  showRepositorySchema,
} from './schema.ts';

const ALL = '/rest/v3/repositories';
const ONE = '/rest/v3/repositories/:repository_uri';

/** The repositories: voices that are kept apart altogether. */
export const repositoriesRoutes: FastifyPluginAsyncTypebox<AdministrationServices> = async (
  app,
  services,
) => {
  const { config, registry } = services;
  const { biometrics } = registry;
  const admin = administration(config);

  app.get(ALL, admin(listRepositoriesSchema), async () => ({
    repositories: (await biometrics.repositories()).map(repositoryAnswer),
  }));

  app.post(ALL, admin(createRepositorySchema, 'repository.create'), async (request, reply) => {
    const body = await readJsonBody(request.raw, reply.openBodyShare(), newRepository);
    const { repository_uri: repository, description = '' } = body;
    if (!(await biometrics.createRepository(repository, description, callerOf(request)))) {
      throw new ServiceError('ERR_ALREADY_EXISTS', `the repository ${quote(repository)} already exists`);
    }
    return reply.code(201).send(repositoryAnswer(await find(biometrics, repository)));
  });

  app.get(ONE, admin(showRepositorySchema), async (request) =>
    repositoryAnswer(await find(biometrics, request.params.repository_uri)),
  );

  app.delete(ONE, admin(deleteRepositorySchema, 'repository.delete'), async (request, reply) => {
    await deleteRepository(registry, request.params.repository_uri, callerOf(request));
    return reply.code(204).send();
  });
};

async function find(biometrics: Biometrics, repository: string): Promise<RepositoryInfo> {
  const found = (await biometrics.repositories()).find((each) => each.repository === repository);
  if (!found) throw repositoryNotFound(repository);
  return found;
}

function repositoryAnswer({ repository, description, createdAt, users }: RepositoryInfo) {
  return { repository_uri: repository, description, created_at: createdAt.toISOString(), users };
}
