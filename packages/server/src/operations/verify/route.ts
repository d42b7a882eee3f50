import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { audioParts } from '../voices/form.ts';
import { serveVoices } from '../voices/route.ts';
import type { Voices } from '../voices/voices.ts';
import { readVerifyRequest } from './request.ts';
import { verifySchema } from './schema.ts';
import { verify } from './verify.ts';

/** VERIFY. */
export function verifyRoutes(app: FastifyInstance, context: RouteContext, voices: Voices): Promise<void> {
  return serveVoices(app, context, {
    url: '/rest/v3/verify',
    action: 'verify',
    schema: verifySchema,
    admits: voices.admits,
    async run({ value, form, caller, signal, note }) {
      const request = readVerifyRequest(value);
      note(request.configuration.loggingTag);
      const onFault = (error: unknown) =>
        context.log.error({ id: caller.requestId, err: error }, 'a voiceprint cannot be compared');
      const audios = audioParts(form, request.mediaType);
      return { status: 200, body: await verify(request, audios, voices, { caller, signal, onFault }) };
    },
  });
}
