import type { FastifyPluginAsync } from 'fastify';
import { audioParts } from '../voice-form/form.ts';
import { serveVoices, type VoiceServices } from '../voice-form/route.ts';
import { enroll } from './enroll.ts';
import { readEnrollRequest } from './request.ts';
import { enrollSchema } from './schema.ts';

/** Enrolment: a new voice, or more of one. */
export const enrollRoutes: FastifyPluginAsync<VoiceServices> = async (app, { config, voices }) => {
  serveVoices(app, config, {
    url: '/rest/v3/enroll',
    action: 'enroll',
    schema: enrollSchema,
    admits: voices.admits,
    async run({ value, form, caller, client, signal, logCaller }) {
      const request = readEnrollRequest(value);
      logCaller(request.configuration.loggingTag);
      const body = await enroll(request, audioParts(form, request.mediaType), voices, {
        caller,
        client,
        signal,
      });
      return { status: body.created ? 201 : 200, body };
    },
  });
};
