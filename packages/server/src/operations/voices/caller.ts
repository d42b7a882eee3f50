import type { FastifyRequest } from 'fastify';
import { principalOf } from '../../http/auth.ts';
import type { Caller } from '../../store/index.ts';

/** Who asks, as the audit log names them. */
export function callerOf(request: FastifyRequest): Caller {
  return { actor: principalOf(request)?.id ?? 'anonymous', requestId: request.id };
}
