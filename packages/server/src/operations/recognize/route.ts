import type { FastifyPluginAsync } from 'fastify';
import { refuseEncoded } from '../../http/client.ts';
import { EVENTS } from '../../http/event-stream.ts';
import { jsonOrXml, orEvents } from '../../http/formats.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { recognitionXml } from '../results/write-xml.ts';
import type { Variant } from './audio-format.ts';
import { requireEmotion } from './emotion.ts';
import { isLive, streamLiveBody } from './live-body.ts';
import type { LiveServices } from './live-call.ts';
import type { Watch } from './recognize.ts';
import { readCall, readHead } from './request.ts';
import { recognizeSchema } from './schema.ts';
import { ensureRoom, type RecognizeServices, serveCall } from './serve-call.ts';
import { streamedResults } from './streamed-results.ts';

/** RECOGNIZE, in the current variant and the earlier one, which takes any content type and has no classifiers. */
export const recognizeRoutes: FastifyPluginAsync<RecognizeServices & LiveServices> = async (
  app,
  services,
) => {
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
        requireEmotion(head.classifiers, recognition.emotion);
        ensureRoom(recognition, request);
        if (head.diarization?.users) await request.authorize('verify', config.authVerify);
      },
      async handler(request, reply) {
        const head = readHead(request, config, variant);
        if (request.answerType === EVENTS && isLive(request, head)) {
          return reply.send(await streamLiveBody({ request, reply, head, variant }, services));
        }
        const call = await readCall(request, config, variant, reply.openBodyShare());
        if (request.answerType === EVENTS) {
          const run = (onResult: Watch['onResult']) =>
            serveCall(call, services, { request, reply }, onResult);
          return reply.send(await streamedResults(run, reply));
        }
        const { results, bill } = await serveCall(call, services, { request, reply });
        const transactionId = await bill();
        if (transactionId !== undefined) reply.header(TRANSACTION_HEADER, transactionId);
        return results;
      },
    });

  serve('/asr/rest/v3/recognize', 'current');
  serve('/asr-server/rest/recognize', 'earlier');
};
