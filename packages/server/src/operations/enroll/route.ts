import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { audioParts } from '../voices/form.ts';
import { serveVoices } from '../voices/route.ts';
import type { Voices } from '../voices/voices.ts';
import { enroll } from './enroll.ts';
import { readEnrollRequest } from './request.ts';
import { enrollSchema } from './schema.ts';

/** Enrolment: a new voice, or more of one. */
export function enrollRoutes(app: FastifyInstance, context: RouteContext, voices: Voices): Promise<void> {
  return serveVoices(app, context, {
    url: '/rest/v3/enroll',
    action: 'enroll',
    schema: enrollSchema,
    admits: voices.admits,
    async run({ value, form, caller, signal, note }) {
      const request = readEnrollRequest(value);
      note(request.configuration.loggingTag);
      const body = await enroll(request, audioParts(form, request.mediaType), voices, { caller, signal });
      return { status: body.created ? 201 : 200, body };
    },
  });
}
