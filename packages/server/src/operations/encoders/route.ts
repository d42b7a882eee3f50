import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../config/index.ts';
import { jsonOrXml } from '../../http/formats.ts';
import { type CatalogName, encoderCatalog } from './catalog.ts';
import { encodersSchema } from './schema.ts';
import { catalogXml } from './write-xml.ts';

/** ENCODERS: catalog A or B on the plain path, catalog C behind /tts. */
export const encodersRoutes: FastifyPluginAsync<{ readonly config: Config }> = async (app, options) => {
  const { authEncoders: access, encoderCatalog: plainCatalog } = options.config;
  const config = { scope: 'encoders', access, formats: jsonOrXml(catalogXml), internalErrorsAsJson: true };

  const serve = (url: string, catalog: CatalogName, schema: object) => {
    const encoders = encoderCatalog(catalog);
    app.get(url, { schema, config }, async () => encoders);
  };

  serve('/rest/v2/encoders', plainCatalog, encodersSchema('text', 'A or B'));
  serve('/tts/rest/v2/encoders', 'C', encodersSchema('number', 'C'));
};
