import type { FastifyInstance } from 'fastify';
import type { Grammars } from '../../grammars/grammars.ts';
import type { RouteContext } from '../../http/app.ts';
import { clientGone, refuseEncoded, sentContentType } from '../../http/client.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { contentType, isXml, JSON_OR_XML, negotiator } from '../../http/negotiate.ts';
import { billedOutcome } from '../billed-outcome.ts';
import { noteCaller } from '../note-caller.ts';
import { interpretationXml } from '../results/write-xml.ts';
import { interpret } from './interpret.ts';
import { checkType, readRequest } from './request.ts';
import { interpretSchema } from './schema.ts';

/** INTERPRET, in the current variant and the earlier one, which takes any content type. */
export async function interpretRoutes(
  app: FastifyInstance,
  { config, guard, bodies, log, billing }: RouteContext,
  grammars: Grammars,
): Promise<void> {
  // The schemas describe; what comes in is checked by the operation.
  app.setValidatorCompiler(() => () => true);
  const answerType = negotiator(JSON_OR_XML);

  const serve = (url: string, variant: 'current' | 'earlier') =>
    app.route({
      method: 'POST',
      url,
      schema: interpretSchema(variant),
      config: { types: JSON_OR_XML },
      onRequest: [
        guard('interpret', config.authInterpret),
        // What cannot be answered or read is refused before the body arrives.
        (request, _reply, done) => {
          const { headers } = request.raw;
          answerType(headers.accept);
          refuseEncoded(headers['content-encoding'], 'text');
          if (variant === 'current') checkType(sentContentType(request.raw));
          done();
        },
      ],
      async handler(request, reply) {
        const wanted = answerType(request.headers.accept);
        const share = bodies.open();
        reply.raw.once('close', share.release);
        const read = await readRequest(request, config, share);
        noteCaller(log, request, read.parameters.loggingTag);
        const result = await interpret(read, grammars, clientGone(reply.raw));
        const accountTag = read.parameters['license.manager.accountTag'];
        const outcome = billedOutcome([result.result_status]);
        if (accountTag !== '' && outcome !== undefined) {
          const characters = [...read.text].length;
          const record = { operation: 'interpret', accountTag, characters, outcome } as const;
          reply.header(TRANSACTION_HEADER, await billing.bill(record));
        }
        reply.header('content-type', contentType(wanted));
        return isXml(wanted) ? interpretationXml(result) : JSON.stringify(result);
      },
    });

  serve('/asr/rest/v3/interpret', 'current');
  serve('/asr-server/rest/interpret', 'earlier');
}
