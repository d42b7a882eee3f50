import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

const MAX_AGENT = 200;

/** Writes who asked, in the caller's own words, beside the request's id: the device and the tag it wants to find again. */
export function noteCaller(log: Logger, request: FastifyRequest, loggingTag: string): void {
  const agent = request.headers['user-agent']?.slice(0, MAX_AGENT);
  if (agent === undefined && loggingTag === '') return;
  log.info({ id: request.id, ...(agent && { agent }), ...(loggingTag && { tag: loggingTag }) }, 'caller');
}
