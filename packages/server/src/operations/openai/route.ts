import { toSrt, toVtt, transcriptOf, wholeText } from '@locutor/transcripts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/index.ts';
import { TRANSACTION_HEADER } from '../../http/http-error.ts';
import { readKey } from '../idempotency/key.ts';
import type { KeyedRequests } from '../idempotency/keyed-requests.ts';
import type { FinishedCall } from '../recognize/recognize-call.ts';
import { callHash, type RecognitionCall } from '../recognize/request.ts';
import { ensureRoom, type RecognizeServices, serveCall } from '../recognize/serve-call.ts';
import { MODELS, modelNamed } from './model-names.ts';
import { checkHead, readTranscription } from './request.ts';
import { listModelsSchema, showModelSchema, transcriptionSchema, translationSchema } from './schema.ts';
import { isSpeechModel, SPEECH_MODELS } from './speech/models.ts';
import { streamedAnswer } from './stream.ts';
import { diarizedAnswer, plainAnswer, verboseAnswer } from './transcription.ts';
import { refuseUnfinished } from './unfinished.ts';
import type { Wanted } from './wanted.ts';

/** Transcription as OpenAI-compatible tools ask for it, below /v1. It is RECOGNIZE in other words. */
export const openAiRoutes: FastifyPluginAsync<RecognizeServices & { readonly keyed: KeyedRequests }> = async (
  app,
  { keyed, ...unkeyed },
) => {
  const { config, recognition } = unkeyed;
  const shared = { scope: 'recognize', access: config.authRecognize, anyToken: true };
  const created = Math.floor(Date.now() / 1000);

  /** Recognised again for each repeat of a request, and billed once. */
  const billingOf = async (call: RecognitionCall, wanted: Wanted, request: FastifyRequest) => {
    if (call.parameters['license.manager.accountTag'] === '') return unkeyed.billing;
    return keyed.billing(request, await callHash(['transcribe', wanted], call), unkeyed.billing);
  };

  app.route({
    method: 'POST',
    url: '/audio/transcriptions',
    schema: transcriptionSchema,
    config: shared,
    async onRequest(request) {
      checkHead(request, config);
      readKey(request);
      ensureRoom(recognition, request);
    },
    async handler(request, reply) {
      const { call, wanted } = await readTranscription(request, config, reply.openBodyShare());
      const services = { ...unkeyed, billing: await billingOf(call, wanted, request) };
      if (call.diarization?.users) await request.authorize('verify', config.authVerify);
      const finish = async (ran: FinishedCall) => {
        // Nobody reads the answer to a client that has left, and it is no failure of the server.
        if (reply.raw.destroyed) return undefined;
        refuseUnfinished(ran.results, config.maxAudioSeconds);
        return ran.bill();
      };
      if (wanted.stream) {
        const events = await streamedAnswer(
          (onResult) => serveCall(call, services, { request, reply }, onResult),
          async (ran) => void (await finish(ran)),
          wanted,
          reply,
        );
        return reply.send(events);
      }
      const ran = await serveCall(call, services, { request, reply });
      const transactionId = await finish(ran);
      if (transactionId !== undefined) reply.header(TRANSACTION_HEADER, transactionId);
      return answer(ran, wanted, reply);
    },
  });

  app.post('/audio/translations', { schema: translationSchema, config: shared }, async () => {
    throw new ServiceError(
      'ERR_NOT_SUPPORTED',
      'this server transcribes and does not translate; use /v1/audio/transcriptions',
    );
  });

  const described = (id: string) => ({ id, object: 'model', created, owned_by: 'locutor' });
  app.get('/models', { schema: listModelsSchema, config: shared }, async () => ({
    object: 'list',
    data: [...MODELS.map(({ id }) => id), ...SPEECH_MODELS].map(described),
  }));
  app.get('/models/:model', { schema: showModelSchema, config: shared }, async ({ params }) => {
    const { model } = params as { model: string };
    return described(isSpeechModel(model) ? model : modelNamed(model, config.lmAliases).id);
  });
};

function answer({ results, seconds }: FinishedCall, wanted: Wanted, reply: FastifyReply): object | string {
  const transcript = () => transcriptOf(results);
  switch (wanted.format) {
    case 'json':
      return plainAnswer(results, seconds, wanted);
    case 'verbose_json':
      return verboseAnswer(results, seconds, wanted);
    case 'diarized_json':
      return diarizedAnswer(results, seconds);
    case 'text':
      reply.type('text/plain; charset=utf-8');
      return `${wholeText(transcript())}\n`;
    case 'srt':
      reply.type('application/x-subrip; charset=utf-8');
      return toSrt(transcript());
    case 'vtt':
      reply.type('text/vtt; charset=utf-8');
      return toVtt(transcript());
  }
}
