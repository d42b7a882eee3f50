import type { FastifyPluginAsync } from 'fastify';
import { checkJsonType } from '../../../http/json-body.ts';
import { readKey } from '../../idempotency/key.ts';
import { answerSpeech } from '../../synthesize/answer.ts';
import { readAccountTag } from '../../synthesize/request.ts';
import {
  beginSpeech,
  billingOf,
  ensureRoom,
  type SynthesizeServices,
} from '../../synthesize/serve-speech.ts';
import { speechEvents } from './events.ts';
import { readSpeechOrder } from './request.ts';
import { speechSchema } from './schema.ts';

/** Speech as OpenAI-compatible tools ask for it, below /v1. It is synthesis in other words. */
export const openAiSpeechRoutes: FastifyPluginAsync<SynthesizeServices> = async (app, services) => {
  const { config, synthesis } = services;

  app.route({
    method: 'POST',
    url: '/audio/speech',
    schema: speechSchema,
    config: { scope: 'synthesize', access: config.authSynthesize, anyToken: true },
    async onRequest(request) {
      checkJsonType(request.raw);
      readAccountTag(request);
      readKey(request);
      ensureRoom(synthesis, request);
    },
    async handler(request, reply) {
      const { call, events } = await readSpeechOrder(request, config, reply.openBodyShare());
      if (!events) return answerSpeech(call, services, { request, reply });
      const billing = await billingOf(call, services, request);
      const served = await beginSpeech(call, services, { request, reply });
      // Proxies would hold events back.
      reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8');
      return reply.send(speechEvents(served, call, billing, reply));
    },
  });
};
