import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Grammars } from '../../grammars/grammars.ts';
import type { RouteContext } from '../../http/app.ts';
import { HttpError, quote } from '../../http/errors.ts';
import { CONTENT_TYPE, type Form, negotiator } from '../../http/negotiate.ts';
import { noteCaller } from '../note-caller.ts';
import { interpretationXml } from '../results/write-xml.ts';
import { interpret } from './interpret.ts';
import { checkType, readRequest } from './request.ts';
import { interpretSchema } from './schema.ts';

const FORMS: readonly Form[] = ['json', 'xml'];
/** A grammar of a mebibyte, the longest text and what a form adds around them, several times over. */
const BODY_BYTES = 17 * 1024 ** 2;

/** The longest text in UTF-8, with room for blanks around it. */
const TEXT_BYTES = 64 * 1024;

const FORM = /^multipart\/form-data\s*;/i;

/** INTERPRET, in the current variant and the earlier one, which takes any content type. */
export async function interpretRoutes(
  app: FastifyInstance,
  { config, guard, log }: RouteContext,
  grammars: Grammars,
): Promise<void> {
  // The schemas describe; what comes in is checked by the operation.
  app.setValidatorCompiler(() => () => true);
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: TEXT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
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
          const { headers } = request.raw;
          form(headers.accept);
          refuseEncoded(headers['content-encoding']);
          if (variant === 'current') checkType(headers['content-type']);
          // The framework refuses labels it cannot read; this variant takes any, and all but forms are text.
          if (!FORM.test(headers['content-type'] ?? '')) headers['content-type'] = 'text/plain';
          done();
        },
      ],
      async handler(request, reply) {
        const wanted = form(request.headers.accept);
        const read = await readRequest(request, config);
        noteCaller(log, request, read.parameters.loggingTag);
        const result = await interpret(read, grammars, gone(reply.raw));
        reply.header('content-type', CONTENT_TYPE[wanted]);
        return wanted === 'xml' ? interpretationXml(result) : JSON.stringify(result);
      },
    });

  serve('/asr/rest/v3/interpret', 'current');
  serve('/asr-server/rest/interpret', 'earlier');
}

function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || encoding === 'identity') return;
  throw new HttpError(
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    `Content-Encoding is ${quote(encoding)}; send the text as it is`,
  );
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
