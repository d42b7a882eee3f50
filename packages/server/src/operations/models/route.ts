import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from '../../config/index.ts';
import { quote, ServiceError } from '../../errors/index.ts';
import type { ModelLibrary } from '../../models/model-library.ts';
import { administration } from '../administration/route-options.ts';
import { fetchModelSchema, listModelsSchema } from './schema.ts';

export interface ModelsServices {
  readonly config: Config;
  readonly library: ModelLibrary;
}

/** The models on this machine, and downloads of others, for administrators. */
export const modelsRoutes: FastifyPluginAsyncTypebox<ModelsServices> = async (app, { config, library }) => {
  const admin = administration(config);
  const find = (name: string) => {
    const found = library.list().find((model) => model.name === name);
    if (found) return found;
    throw new ServiceError('ERR_MODEL_NOT_FOUND', `there is no model called ${quote(name)}`);
  };

  app.get('/rest/v3/models', admin(listModelsSchema), async () => ({ models: library.list() }));

  app.post('/rest/v3/models/:model', admin(fetchModelSchema), async ({ params, query }, reply) => {
    const { ready, name, licence } = find(params.model);
    if (ready) return find(name);
    if (config.modelsFetch === 'never') {
      throw new ServiceError('ERR_MODELS_FETCH_OFF', 'modelsFetch is "never" on this server');
    }
    if (licence.condition !== undefined && !query.accept_licence) {
      throw new ServiceError(
        'ERR_LICENCE_NOT_ACCEPTED',
        `the model ${quote(name)} has a licence of its own, ${licence.name}: ${licence.condition} Send accept_licence=true to accept that`,
      );
    }
    library.fetch(name);
    return reply.code(202).send(find(name));
  });
};
