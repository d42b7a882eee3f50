import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors/index.ts';
import { clientGone } from '../../http/client.ts';
import { clientOf } from '../../http/client-id.ts';
import { logCaller } from '../log-caller.ts';
import type { Recognition } from './recognition.ts';
import type { Watch } from './recognize.ts';
import { type CallServices, type FinishedCall, recognizeCall } from './recognize-call.ts';
import type { RecognitionCall } from './request.ts';

export type RecognizeServices = Required<CallServices>;

/** Throws ERR_BUSY where the engine would not take one more: before a body is read that could only be dropped. */
export function ensureRoom({ admits }: Pick<Recognition, 'admits'>, request: FastifyRequest): void {
  if (admits(clientOf(request))) return;
  throw new ServiceError('ERR_BUSY', 'too many recognitions are already waiting; try again later', {
    retryAfterSeconds: 1,
  });
}

/** Recognises for an HTTP client. A client that disconnects cancels it. */
export async function serveCall(
  call: RecognitionCall,
  services: RecognizeServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  onResult?: Watch['onResult'],
): Promise<FinishedCall> {
  logCaller(request, call.parameters.loggingTag);
  const onFault = (error: unknown) => request.log.error({ err: error }, 'a voiceprint cannot be compared');
  const watch = { signal: clientGone(reply.raw), onFault, ...(onResult && { onResult }) };
  const ran = await recognizeCall(call, services, watch);
  if (ran.results.some((each) => each.result_status === 'FAILURE')) {
    request.log.error(
      'a recognition failed: an engine process failed (see its own log lines), or the tags of a grammar were stopped',
    );
  }
  return ran;
}
