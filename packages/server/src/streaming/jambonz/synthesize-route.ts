import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Config } from '../../config/index.ts';
import { wrong } from '../../fields/index.ts';
import type { BodyShare } from '../../http/body.ts';
import { clientOf } from '../../http/client-id.ts';
import { checkJsonType, readJsonValue } from '../../http/json-body.ts';
import { answerSpeech } from '../../operations/synthesize/answer.ts';
import { readFields } from '../../operations/synthesize/fields.ts';
import { ensureRoom, type SynthesizeServices } from '../../operations/synthesize/serve-speech.ts';
import { mostBytes, type SpeechCall, speakable } from '../../operations/synthesize/speech-call.ts';
import { isObject } from '../json-message.ts';
import { postedText } from './posted-text.ts';
import { synthesizeSchema } from './schema.ts';
import { readWish } from './speech-query.ts';

/** Speech as jambonz asks for it: synthesis in other words. */
export const jambonzSpeechRoutes: FastifyPluginAsync<SynthesizeServices> = async (app, services) => {
  const { config, synthesis } = services;
  app.route({
    method: 'POST',
    url: '/jambonz/synthesize',
    schema: synthesizeSchema,
    config: { scope: 'synthesize', access: config.authSynthesize },
    async onRequest(request) {
      checkJsonType(request.raw);
      readWish(queryOf(request), {}, config, 'mp3');
      ensureRoom(synthesis, request);
    },
    async handler(request, reply) {
      const call = await readCall(request, config, reply.openBodyShare());
      return answerSpeech(call, services, { request, reply });
    },
  });
};

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

async function readCall(request: FastifyRequest, config: Config, share: BodyShare): Promise<SpeechCall> {
  const most = config.synthesisMaxCharacters;
  const body = await readJsonValue(request.raw, share, mostBytes(most));
  if (!isObject(body)) throw wrong('the body', 'an object', body);
  const { text = '', type, voice, language } = readFields(postedText, body);
  return {
    ...readWish(
      queryOf(request),
      { ...(voice !== undefined && { voice }), ...(language !== undefined && { language }) },
      config,
      'mp3',
    ),
    ...speakable(text, most, 'text'),
    ssml: type === 'ssml',
    rate: 1,
    volume: 1,
    cache: config.synthesisCache,
    client: clientOf(request),
  };
}
