import type { FastifyRequest } from 'fastify';
import type { Caller } from '../store/index.ts';

/** Who asks, as the audit log names them. */
export function callerOf(request: FastifyRequest): Caller {
  return { actor: request.principal?.id ?? 'anonymous', requestId: request.id };
}
