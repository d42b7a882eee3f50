import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { readBodiesHere } from '../../http/client.ts';
import { HttpError, quote } from '../../http/errors.ts';
import type { Biometrics, ScenarioInfo } from '../../store/index.ts';
import { callerOf } from '../voices/caller.ts';
import { readJsonBody } from '../voices/json-body.ts';
import { Members } from '../voices/members.ts';
import {
  DEFAULT_REPOSITORY,
  DEFAULT_SCENARIO,
  description,
  repositoryUri,
  scenarioName,
} from '../voices/names.ts';
import { repositoryNotFound, scenarioNotFound } from '../voices/place.ts';
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
  biometrics: Biometrics,
): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  readBodiesHere(app);
  const onRequest = guard('admin', config.authVerify);

  app.get('/rest/v3/scenarios', { schema: listScenariosSchema, onRequest }, async ({ query }) => {
    const repository = readRepository(query);
    return { scenarios: (await scenariosOf(biometrics, repository)).map(scenarioAnswer) };
  });

  app.post('/rest/v3/scenarios', { schema: createScenarioSchema, onRequest }, async (request, reply) => {
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

  app.delete(
    '/rest/v3/scenarios/:scenario',
    { schema: deleteScenarioSchema, onRequest },
    async (request, reply) => {
      const place = readPath(request);
      if (place.scenario === DEFAULT_SCENARIO) {
        throw new HttpError('ERR_NOT_DELETABLE', `the scenario ${quote(DEFAULT_SCENARIO)} is always there`);
      }
      if (!(await biometrics.deleteScenario(place, callerOf(request)))) {
        await scenariosOf(biometrics, place.repository);
        throw scenarioNotFound(place);
      }
      return reply.code(204).send();
    },
  );
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

async function scenariosOf(biometrics: Biometrics, repository: string): Promise<ScenarioInfo[]> {
  const scenarios = await biometrics.scenarios(repository);
  if (!scenarios) throw repositoryNotFound(repository);
  return scenarios;
}

function scenarioAnswer({ scenario, description, createdAt, users }: ScenarioInfo) {
  return { scenario, description, created_at: createdAt.toISOString(), users };
}
