import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../config/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import { clientGone, refuseEncoded, sentContentType, unsupportedType } from '../../http/client.ts';
import { isForm } from '../../http/form-data.ts';
import { JSON_ONLY } from '../../http/formats.ts';
import { inspect } from './inspect.ts';
import { readInspectRequest } from './request.ts';
import { inspectSchema } from './schema.ts';

export interface InspectServices {
  readonly config: Config;
  readonly grammars: Grammars;
}

/** What an editor of grammars asks for: problems by line and column, and how a text is parsed. Not billed. */
export const inspectRoutes: FastifyPluginAsync<InspectServices> = async (app, { config, grammars }) => {
  app.route({
    method: 'POST',
    url: '/asr/rest/v3/grammar',
    schema: inspectSchema,
    config: { scope: 'interpret', access: config.authInterpret, formats: JSON_ONLY },
    // What cannot be read is refused before the body arrives.
    async onRequest({ raw }) {
      refuseEncoded(raw.headers['content-encoding'], 'text');
      const type = sentContentType(raw);
      if (!isForm(type)) throw unsupportedType(type, 'multipart/form-data');
    },
    async handler(request, reply) {
      const read = await readInspectRequest(request, config, reply.openBodyShare());
      return inspect(read, grammars, clientGone(reply.raw));
    },
  });
};
