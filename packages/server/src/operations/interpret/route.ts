import type { FastifyPluginAsync } from 'fastify';
import { billRequest } from '../../billing/bill-request.ts';
import type { Config } from '../../config/index.ts';
import type { Grammars } from '../../grammars/grammars.ts';
import { clientGone, refuseEncoded, sentContentType } from '../../http/client.ts';
import { jsonOrXml } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import type { BillingLog } from '../../store/index.ts';
import { readKey } from '../idempotency/key.ts';
import type { KeyedRequests } from '../idempotency/keyed-requests.ts';
import { logCaller } from '../log-caller.ts';
import { interpretationXml } from '../results/write-xml.ts';
import { interpret } from './interpret.ts';
import { checkType, readRequest, requestHash } from './request.ts';
import { interpretSchema } from './schema.ts';

export interface InterpretServices {
  readonly config: Config;
  readonly grammars: Grammars;
  readonly billing: BillingLog;
  readonly keyed: KeyedRequests;
}

/** INTERPRET, in the current variant and the earlier one, which takes any content type. */
export const interpretRoutes: FastifyPluginAsync<InterpretServices> = async (app, services) => {
  const { config, grammars, keyed } = services;

  const serve = (url: string, variant: 'current' | 'earlier') =>
    app.route({
      method: 'POST',
      url,
      schema: interpretSchema(variant),
      config: { scope: 'interpret', access: config.authInterpret, formats: jsonOrXml(interpretationXml) },
      // What cannot be read is refused before the body arrives.
      async onRequest(request) {
        const { raw } = request;
        refuseEncoded(raw.headers['content-encoding'], 'text');
        if (variant === 'current') checkType(sentContentType(raw));
        readKey(request);
      },
      async handler(request, reply) {
        const read = await readRequest(request, config, reply.openBodyShare());
        logCaller(request, read.parameters.loggingTag);
        const accountTag = read.parameters['license.manager.accountTag'];
        const billing =
          accountTag === ''
            ? services.billing
            : await keyed.billing(request, await requestHash(url, read), services.billing);
        const result = await interpret(read, grammars, clientGone(reply.raw));
        const characters = [...read.text].length;
        const record = { operation: 'interpret', accountTag, characters } as const;
        const transactionId = await billRequest(billing, record, [result.result_status]);
        if (transactionId !== undefined) reply.header(TRANSACTION_HEADER, transactionId);
        return result;
      },
    });

  serve('/asr/rest/v3/interpret', 'current');
  serve('/asr-server/rest/interpret', 'earlier');
};
