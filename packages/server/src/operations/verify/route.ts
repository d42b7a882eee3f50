import type { FastifyPluginAsync } from 'fastify';
import { audioParts } from '../voice-form/form.ts';
import { serveVoices, type VoiceServices } from '../voice-form/route.ts';
import { readVerifyRequest } from './request.ts';
import { verifySchema } from './schema.ts';
import { verify } from './verify.ts';

/** VERIFY. */
export const verifyRoutes: FastifyPluginAsync<VoiceServices> = async (app, services) => {
  const { voices } = services;
  serveVoices(app, services, {
    url: '/rest/v3/verify',
    action: 'verify',
    schema: verifySchema,
    admits: voices.admits,
    async run({ value, form, caller, client, signal, log, keepAnswer, logCaller }) {
      const request = readVerifyRequest(value);
      logCaller(request.configuration.loggingTag);
      const onFault = (error: unknown) => log.error({ err: error }, 'a voiceprint cannot be compared');
      const audios = audioParts(form, request.mediaType);
      return verify(request, audios, voices, { caller, client, signal, onFault, keepAnswer });
    },
    statusOf: () => 200,
  });
};
