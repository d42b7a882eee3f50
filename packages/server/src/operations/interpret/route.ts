import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Grammars } from '../../grammars/grammars.ts';
import type { RouteContext } from '../../http/app.ts';
import { CONTENT_TYPE, type Form, negotiator } from '../../http/negotiate.ts';
import { interpretationXml } from '../results/write-xml.ts';
import { interpret } from './interpret.ts';
import { checkType, readRequest } from './request.ts';
import { interpretSchema } from './schema.ts';

const FORMS: readonly Form[] = ['json', 'xml'];
/** A grammar of a mebibyte, the longest text and what a form adds around them, several times over. */
const BODY_BYTES = 17 * 1024 ** 2;

/** INTERPRET, in the current variant and the earlier one, which takes any content type. */
export async function interpretRoutes(
  app: FastifyInstance,
  { config, guard }: RouteContext,
  grammars: Grammars,
): Promise<void> {
  // The schemas describe; what comes in is checked by the operation.
  app.setValidatorCompiler(() => () => true);
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const form = negotiator(FORMS);

  const serve = (url: string, variant: 'current' | 'earlier') =>
    app.route({
      method: 'POST',
      url,
      schema: interpretSchema(variant),
      config: { forms: FORMS },
      bodyLimit: Math.min(BODY_BYTES, config.maxBodyBytes),
      onRequest: [
        guard('interpret', config.authInterpret),
        // What cannot be answered or read is refused before the body arrives.
        (request, _reply, done) => {
          form(request.headers.accept);
          if (variant === 'current') checkType(request.headers['content-type']);
          done();
        },
      ],
      async handler(request, reply) {
        const wanted = form(request.headers.accept);
        const result = await interpret(await readRequest(request, config), grammars, gone(reply.raw));
        reply.header('content-type', CONTENT_TYPE[wanted]);
        return wanted === 'xml' ? interpretationXml(result) : JSON.stringify(result);
      },
    });

  serve('/asr/rest/v3/interpret', 'current');
  serve('/asr-server/rest/interpret', 'earlier');
}

/** Aborted when the client goes away before it has its answer. */
function gone(response: {
  once(event: 'close', listener: () => void): void;
  writableFinished: boolean;
}): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
