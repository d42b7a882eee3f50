import type { FastifyPluginAsync } from 'fastify';
import { audioParts } from '../voice-form/form.ts';
import { serveVoices, type VoiceServices } from '../voice-form/route.ts';
import { enroll } from './enroll.ts';
import { readEnrollRequest } from './request.ts';
import { enrollSchema } from './schema.ts';

/** Enrolment: a new voice, or more of one. */
export const enrollRoutes: FastifyPluginAsync<VoiceServices> = async (app, services) => {
  const { voices } = services;
  serveVoices(app, services, {
    url: '/rest/v3/enroll',
    action: 'enroll',
    schema: enrollSchema,
    admits: voices.admits,
    async run({ value, form, caller, client, signal, keepAnswer, logCaller }) {
      const request = readEnrollRequest(value);
      logCaller(request.configuration.loggingTag);
      const audios = audioParts(form, request.mediaType);
      return enroll(request, audios, voices, { caller, client, signal, keepAnswer });
    },
    statusOf: ({ created }) => (created ? 201 : 200),
  });
};
