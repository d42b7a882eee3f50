import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/index.ts';
import { refuseEncoded } from '../../http/client.ts';
import { EVENTS } from '../../http/event-stream.ts';
import { jsonOrXml, orEvents } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { readKey } from '../idempotency/key.ts';
import type { KeyedRequests } from '../idempotency/keyed-requests.ts';
import { recognitionXml } from '../results/write-xml.ts';
import { answerCall } from './answer-call.ts';
import type { Variant } from './audio-format.ts';
import { requireEmotion } from './emotion.ts';
import { isLive, streamLiveBody } from './live-body.ts';
import type { LiveServices } from './live-call.ts';
import type { Watch } from './recognize.ts';
import { type CallHead, readCall, readHead } from './request.ts';
import { recognizeSchema } from './schema.ts';
import { ensureRoom, type RecognizeServices } from './serve-call.ts';
import { streamedResults } from './streamed-results.ts';

/** RECOGNIZE, in the current variant and the earlier one, which takes any content type and has no classifiers. */
export const recognizeRoutes: FastifyPluginAsync<
  RecognizeServices & LiveServices & { readonly keyed: KeyedRequests }
> = async (app, services) => {
  const { config, recognition } = services;

  const serve = (url: string, variant: Variant) =>
    app.route({
      method: 'POST',
      url,
      schema: recognizeSchema(variant),
      config: {
        scope: 'recognize',
        access: config.authRecognize,
        formats: orEvents(jsonOrXml(recognitionXml)),
      },
      // What cannot be read is refused before the body arrives, and so is what could only be dropped.
      async onRequest(request) {
        refuseEncoded(request.raw.headers['content-encoding'], 'audio');
        const head = readHead(request, config, variant);
        readKey(request);
        requireEmotion(head.classifiers, recognition.emotion);
        ensureRoom(recognition, request);
        if (head.diarization?.users) await request.authorize('verify', config.authVerify);
      },
      async handler(request, reply) {
        const head = readHead(request, config, variant);
        if (request.answerType === EVENTS && isLive(request, head)) {
          refuseKey(request, head);
          return reply.send(await streamLiveBody({ request, reply, head, variant }, services));
        }
        const call = await readCall(request, config, variant, reply.openBodyShare());
        if (request.answerType === EVENTS) {
          const run = (onResult: Watch['onResult']) =>
            answerCall(call, services, { request, reply }, onResult);
          return reply.send(await streamedResults(run, reply));
        }
        const { results, transactionId } = await answerCall(call, services, { request, reply });
        if (transactionId !== undefined) reply.header(TRANSACTION_HEADER, transactionId);
        return results;
      },
    });

  serve('/asr/rest/v3/recognize', 'current');
  serve('/asr-server/rest/recognize', 'earlier');
};

/** A body that is answered while it arrives can be told from another one at its end only. */
function refuseKey(request: FastifyRequest, { parameters }: CallHead): void {
  if (parameters['license.manager.accountTag'] === '' || readKey(request) === undefined) return;
  throw new ServiceError(
    'ERR_INVALID_PARAMETER',
    'Idempotency-Key: not with a body of unknown length that is answered with events; send its Content-Length',
  );
}
