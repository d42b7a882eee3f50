import type { FastifyRequest } from 'fastify';

const MAX_AGENT = 200;

/** Writes who asked, in the caller's own words, beside the request's id: the device and the tag it wants to find again. */
export function logCaller(request: FastifyRequest, loggingTag: string): void {
  const agent = request.headers['user-agent']?.slice(0, MAX_AGENT);
  if (agent === undefined && loggingTag === '') return;
  request.log.info({ ...(agent && { agent }), ...(loggingTag && { tag: loggingTag }) }, 'caller');
}
