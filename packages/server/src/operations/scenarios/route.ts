import type { FastifyPluginAsync } from 'fastify';
import { quote, ServiceError } from '../../errors/index.ts';
import type { ScenarioInfo } from '../../store/index.ts';
import { type AdministrationServices, administration } from '../voices/administration.ts';
import { callerOf } from '../voices/caller.ts';
import { readJsonBody } from '../voices/json-body.ts';
import { Members } from '../voices/members.ts';
import {
  DEFAULT_REPOSITORY,
  description,
  knownRepository,
  repositoryUri,
  scenarioName,
} from '../voices/names.ts';
import { repositoryNotFound } from '../voices/place.ts';
import { deleteScenario, findScenario, scenariosOf } from './scenarios.ts';
import {
  createScenarioSchema,
  deleteScenarioSchema,
  listScenariosSchema,
  showScenarioSchema,
} from './schema.ts';

const ALL = '/rest/v3/scenarios';
const ONE = '/rest/v3/scenarios/:scenario';

/** The scenarios of a repository: ways of speaking whose voiceprints are kept apart. */
export const scenariosRoutes: FastifyPluginAsync<AdministrationServices> = async (app, services) => {
  const { config, registry } = services;
  const { biometrics } = registry;
  const admin = administration(config);

  app.get(ALL, admin(listScenariosSchema), async ({ query }) => {
    const repository = readRepository(query);
    return { scenarios: (await scenariosOf(biometrics, repository)).map(scenarioAnswer) };
  });

  app.post(ALL, admin(createScenarioSchema, 'scenario.create'), async (request, reply) => {
    const body = await readJsonBody(request.raw, reply.openBodyShare());
    const place = {
      repository: body.take('repository_uri', repositoryUri) ?? DEFAULT_REPOSITORY,
      scenario: body.need('scenario', scenarioName),
    };
    const about = body.take('description', description) ?? '';
    body.end();
    const outcome = await biometrics.createScenario(place, about, callerOf(request));
    if (outcome === 'no-repository') throw repositoryNotFound(place.repository);
    if (outcome === 'exists') {
      throw new ServiceError('ERR_ALREADY_EXISTS', `there is a scenario ${quote(place.scenario)} already`);
    }
    // Somebody may have deleted it in the meantime.
    return reply.code(201).send(scenarioAnswer(await findScenario(biometrics, place)));
  });

  app.get(ONE, admin(showScenarioSchema), async (request) =>
    scenarioAnswer(await findScenario(biometrics, readPath(request))),
  );

  app.delete(ONE, admin(deleteScenarioSchema, 'scenario.delete'), async (request, reply) => {
    await deleteScenario(registry, readPath(request), callerOf(request));
    return reply.code(204).send();
  });
};

function readRepository(query: unknown): string {
  const members = Members.ofQuery(query);
  const repository = members.take('repository_uri', knownRepository) ?? DEFAULT_REPOSITORY;
  members.end();
  return repository;
}

function readPath({ params, query }: { params: unknown; query: unknown }) {
  const scenario = scenarioName((params as { scenario: string }).scenario, 'scenario');
  return { repository: readRepository(query), scenario };
}

function scenarioAnswer({ scenario, description, createdAt, users }: ScenarioInfo) {
  return { scenario, description, created_at: createdAt.toISOString(), users };
}
