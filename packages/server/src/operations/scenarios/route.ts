import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { readBodiesHere } from '../../http/client.ts';
import { HttpError, quote } from '../../http/errors.ts';
import type { ScenarioInfo } from '../../store/index.ts';
import type { Registry } from '../users/users.ts';
import { callerOf } from '../voices/caller.ts';
import { readJsonBody } from '../voices/json-body.ts';
import { Members } from '../voices/members.ts';
import { DEFAULT_REPOSITORY, description, repositoryUri, scenarioName } from '../voices/names.ts';
import { repositoryNotFound, scenarioNotFound } from '../voices/place.ts';
import { deleteScenario, scenariosOf } from './scenarios.ts';
import {
  createScenarioSchema,
  deleteScenarioSchema,
  listScenariosSchema,
  showScenarioSchema,
} from './schema.ts';

/** The scenarios of a repository: ways of speaking whose voiceprints are kept apart. */
export async function scenariosRoutes(
  app: FastifyInstance,
  { config, guard, bodies }: RouteContext,
  registry: Registry,
): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  readBodiesHere(app);
  const { biometrics } = registry;
  const onRequest = guard('admin', config.authVerify);

  app.get('/rest/v3/scenarios', { schema: listScenariosSchema, onRequest }, async ({ query }) => {
    const repository = readRepository(query);
    return { scenarios: (await scenariosOf(biometrics, repository)).map(scenarioAnswer) };
  });

  const creation = {
    schema: createScenarioSchema,
    config: { action: 'scenario.create' },
    onRequest,
  } as const;
  app.post('/rest/v3/scenarios', creation, async (request, reply) => {
    const body = await readJsonBody(request.raw, bodies);
    const place = {
      repository: body.take('repository_uri', repositoryUri) ?? DEFAULT_REPOSITORY,
      scenario: body.need('scenario', scenarioName),
    };
    const about = body.take('description', description) ?? '';
    body.end();
    const outcome = await biometrics.createScenario(place, about, callerOf(request));
    if (outcome === 'no-repository') throw repositoryNotFound(place.repository);
    if (outcome === 'exists') {
      throw new HttpError('ERR_ALREADY_EXISTS', `there is a scenario ${quote(place.scenario)} already`);
    }
    const created = (await scenariosOf(biometrics, place.repository)).find(
      ({ scenario }) => scenario === place.scenario,
    );
    // Somebody may have deleted it in the meantime.
    if (!created) throw scenarioNotFound(place);
    return reply.code(201).send(scenarioAnswer(created));
  });

  app.get('/rest/v3/scenarios/:scenario', { schema: showScenarioSchema, onRequest }, async (request) => {
    const place = readPath(request);
    const found = (await scenariosOf(biometrics, place.repository)).find(
      ({ scenario }) => scenario === place.scenario,
    );
    if (!found) throw scenarioNotFound(place);
    return scenarioAnswer(found);
  });

  const deletion = {
    schema: deleteScenarioSchema,
    config: { action: 'scenario.delete' },
    onRequest,
  } as const;
  app.delete('/rest/v3/scenarios/:scenario', deletion, async (request, reply) => {
    await deleteScenario(registry, readPath(request), callerOf(request));
    return reply.code(204).send();
  });
}

function readRepository(query: unknown): string {
  const members = Members.ofQuery(query);
  const repository = members.take('repository_uri', repositoryUri) ?? DEFAULT_REPOSITORY;
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
