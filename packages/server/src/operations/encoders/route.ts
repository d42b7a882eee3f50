import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { contentType, isXml, JSON_OR_XML, negotiator } from '../../http/negotiate.ts';
import { type CatalogName, encoderCatalog } from './catalog.ts';
import { encodersSchema } from './schema.ts';
import { catalogXml } from './write-xml.ts';

/** ENCODERS: catalog A or B on the plain path, catalog C behind /tts. */
export function encodersRoutes(app: FastifyInstance, { config, guard, answers }: RouteContext): void {
  const answerType = negotiator(JSON_OR_XML);
  const admit = guard('encoders', config.authEncoders);

  const serve = (path: string, catalog: CatalogName, schema: object) => {
    const encoders = encoderCatalog(catalog);
    const url = `${config.pathPrefix}${path}`;
    const [json, xml] = [JSON.stringify(encoders), catalogXml(encoders)];
    const send = new Map(
      JSON_OR_XML.map((type) => [type, answers.fixed(url, isXml(type) ? xml : json, contentType(type))]),
    );
    app.route({
      method: 'GET',
      url: path,
      schema,
      config: { types: JSON_OR_XML, internalErrorsAsJson: true },
      // The guard is called here and not hooked in front: there is no body to protect, and without any hook on its
      // way ENCODERS went from 0.76 to 0.83 of a bare route (bench/http).
      handler(request, reply) {
        const answer = send.get(answerType(request.headers.accept))!;
        admit(request, reply, (refusal) => {
          if (refusal) reply.send(refusal);
          else answer(request, reply);
        });
      },
    });
  };

  serve('/rest/v2/encoders', config.encoderCatalog, encodersSchema('text', 'A or B'));
  serve('/tts/rest/v2/encoders', 'C', encodersSchema('number', 'C'));
}
