import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { CONTENT_TYPE, type Form, negotiator } from '../../http/negotiate.ts';
import { writeXml } from '../../http/xml.ts';
import { type CatalogName, type EncoderInfo, encoderCatalog } from './catalog.ts';
import { encodersSchema } from './schema.ts';

const FORMS: readonly Form[] = ['json', 'xml'];

/** ENCODERS: catalog A or B on the plain path, catalog C behind /tts. */
export function encodersRoutes(app: FastifyInstance, { config, guard, answers }: RouteContext): void {
  const form = negotiator(FORMS);
  const admit = guard('encoders', config.authEncoders);

  const serve = (path: string, catalog: CatalogName, schema: object) => {
    const encoders = encoderCatalog(catalog);
    const url = `${config.pathPrefix}${path}`;
    const send = {
      json: answers.fixed(url, JSON.stringify(encoders), CONTENT_TYPE.json),
      xml: answers.fixed(url, catalogXml(encoders), CONTENT_TYPE.xml),
    };
    app.route({
      method: 'GET',
      url: path,
      schema,
      config: { forms: FORMS, internalErrorsAsJson: true },
      // The guard is called here and not hooked in front: there is no body to protect, and without any hook on its
      // way ENCODERS went from 0.76 to 0.83 of a bare route (bench/http).
      handler(request, reply) {
        const answer = send[form(request.headers.accept)];
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

function catalogXml(encoders: readonly EncoderInfo[]): string {
  return writeXml('EncoderInfos', { element: 'item', items: encoders.map((each) => ({ ...each })) });
}
