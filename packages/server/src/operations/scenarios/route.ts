import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { placeOf } from '../../biometrics/names.ts';
import { repositoryNotFound } from '../../biometrics/place.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { ScenarioInfo } from '../../store/index.ts';
import { type AdministrationServices, administration } from '../administration/route-options.ts';
import { callerOf } from '../caller.ts';
import { deleteScenario, findScenario, scenariosOf } from './scenarios.ts';
import {
  createScenarioSchema,
  deleteScenarioSchema,
  listScenariosSchema,
  newScenario,
  showScenarioSchema,
} from './schema.ts';

const ALL = '/rest/v3/scenarios';
const ONE = '/rest/v3/scenarios/:scenario';

/** The scenarios of a repository: ways of speaking whose voiceprints are kept apart. */
export const scenariosRoutes: FastifyPluginAsyncTypebox<AdministrationServices> = async (app, services) => {
  const { config, registry } = services;
  const { biometrics } = registry;
  const admin = administration(config);

  app.get(ALL, admin(listScenariosSchema), async ({ query }) => {
    const { repository } = placeOf(query);
    return { scenarios: (await scenariosOf(biometrics, repository)).map(scenarioAnswer) };
  });

  app.post(ALL, admin(createScenarioSchema, 'scenario.create'), async (request, reply) => {
    const body = await readJsonBody(request.raw, reply.openBodyShare(), newScenario);
    const place = placeOf(body);
    const outcome = await biometrics.createScenario(place, body.description ?? '', callerOf(request));
    if (outcome === 'no-repository') throw repositoryNotFound(place.repository);
    if (outcome === 'exists') {
      throw new ServiceError('ERR_ALREADY_EXISTS', `the scenario ${quote(place.scenario)} already exists`);
    }
    // Somebody may have deleted it in the meantime.
    return reply.code(201).send(scenarioAnswer(await findScenario(biometrics, place)));
  });

  app.get(ONE, admin(showScenarioSchema), async ({ params, query }) =>
    scenarioAnswer(await findScenario(biometrics, placeOf({ ...params, ...query }))),
  );

  app.delete(ONE, admin(deleteScenarioSchema, 'scenario.delete'), async (request, reply) => {
    const { params, query } = request;
    await deleteScenario(registry, placeOf({ ...params, ...query }), callerOf(request));
    return reply.code(204).send();
  });
};

function scenarioAnswer({ scenario, description, createdAt, users }: ScenarioInfo) {
  return { scenario, description, created_at: createdAt.toISOString(), users };
}
