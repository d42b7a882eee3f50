import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from '../../config/index.ts';
import { errorAnswers } from '../../http/schemas.ts';
import { administration } from '../administration/route-options.ts';
import { managementErrors } from '../administration/schemas.ts';
import { credentials } from '../voice-form/schemas.ts';

export interface ReloadServices {
  readonly config: Config;
  /** Tells every server of the database. */
  readonly reloadGrammars: () => Promise<void>;
}

const schema = {
  tags: ['Operation'],
  security: credentials,
  operationId: 'reloadGrammars',
  summary: 'Fetch grammars again',
  description:
    'Every server of the database forgets the http: and https: grammars that it has fetched, and fetches them when they are next needed. Files are read again as soon as they change, without this.',
  response: { 204: { description: 'Every server was told' }, ...errorAnswers(...managementErrors) },
};

/** For those who change a grammar on a web server and do not want to wait until it expires. */
export const reloadGrammarsRoutes: FastifyPluginAsyncTypebox<ReloadServices> = async (
  app,
  { config, reloadGrammars },
) => {
  app.post('/rest/v3/grammars/reload', administration(config)(schema), async (_request, reply) => {
    await reloadGrammars();
    return reply.code(204).send();
  });
};
