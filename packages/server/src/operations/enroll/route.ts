import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { audioParts } from '../voices/form.ts';
import { ensurePlace } from '../voices/place.ts';
import { serveVoices } from '../voices/route.ts';
import type { Voices } from '../voices/voices.ts';
import { enroll, refuseEarly } from './enroll.ts';
import { readEnrollRequest } from './request.ts';
import { enrollSchema } from './schema.ts';

/** Enrolment: a new voice, or more of one. */
export function enrollRoutes(app: FastifyInstance, context: RouteContext, voices: Voices): Promise<void> {
  return serveVoices(app, context, {
    url: '/rest/v3/enroll',
    scope: 'enroll',
    schema: enrollSchema,
    admits: voices.admits,
    async run({ value, form, caller, signal, note }) {
      const request = readEnrollRequest(value);
      note(request.configuration.loggingTag);
      await ensurePlace(voices.biometrics, request.place);
      await refuseEarly(request, voices);
      const body = await enroll(request, audioParts(form, request.mediaType), voices, { caller, signal });
      return { status: body.created ? 201 : 200, body };
    },
  });
}
