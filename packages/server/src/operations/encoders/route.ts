import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../config/index.ts';
import { jsonOrXml } from '../../http/formats.ts';
import { contentType, isXml } from '../../http/negotiate.ts';
import { type CatalogName, encoderCatalog } from './catalog.ts';
import { encodersSchema } from './schema.ts';
import { catalogXml } from './write-xml.ts';

/** ENCODERS: catalog A or B on the plain path, catalog C behind /tts. */
export const encodersRoutes: FastifyPluginAsync<{ readonly config: Config }> = async (app, options) => {
  const { authEncoders: access, encoderCatalog: plainCatalog } = options.config;
  const config = { scope: 'encoders', access, formats: jsonOrXml(catalogXml), internalErrorsAsJson: true };

  const serve = (url: string, catalog: CatalogName, schema: object) => {
    const encoders = encoderCatalog(catalog);
    // The list never changes, and serializing it for every request took a quarter of the time.
    const json = Buffer.from(JSON.stringify(encoders));
    const xml = Buffer.from(catalogXml(encoders));
    app.get(url, { schema, config }, async ({ answerType }, reply) => {
      const type = answerType ?? 'application/json';
      reply.type(contentType(type));
      return isXml(type) ? xml : json;
    });
  };

  serve('/rest/v2/encoders', plainCatalog, encodersSchema('text', 'A or B'));
  serve('/tts/rest/v2/encoders', 'C', encodersSchema('number', 'C'));
};
