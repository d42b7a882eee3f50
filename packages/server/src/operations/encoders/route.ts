import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { CONTENT_TYPE, type Form, negotiator } from '../../http/negotiate.ts';
import { writeXml } from '../../http/xml.ts';
import { type CatalogName, type EncoderInfo, encoderCatalog } from './catalog.ts';
import { encodersSchema } from './schema.ts';

const FORMS: readonly Form[] = ['json', 'xml'];

/** ENCODERS: catalog A or B on the plain path, catalog C behind /tts. */
export function encodersRoutes(app: FastifyInstance, { config, guard }: RouteContext): void {
  const form = negotiator(FORMS);
  const onRequest = guard('encoders', config.authEncoders);

  const serve = (url: string, catalog: CatalogName, schema: object) => {
    const answers = writtenCatalog(encoderCatalog(catalog));
    app.route({
      method: 'GET',
      url,
      schema,
      onRequest,
      config: { forms: FORMS, internalErrorsAsJson: true },
      handler(request, reply) {
        const wanted = form(request.headers.accept);
        reply.header('content-type', CONTENT_TYPE[wanted]).send(answers[wanted]);
      },
    });
  };

  serve('/rest/v2/encoders', config.encoderCatalog, encodersSchema('text', 'A or B'));
  serve('/tts/rest/v2/encoders', 'C', encodersSchema('number', 'C'));
}

/** A catalog never changes while the server runs, so both forms are written once. */
function writtenCatalog(encoders: readonly EncoderInfo[]): Record<Form, string> {
  return {
    json: JSON.stringify(encoders),
    xml: writeXml('EncoderInfos', { element: 'item', items: encoders.map((each) => ({ ...each })) }),
  };
}
