import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../http/auth.ts';
import type { Action, AuditLog } from '../../store/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the audit log calls the operation; only those that concern voices have it. */
    action?: Action;
  }
}

/** Writes down who tried what the credentials do not cover. Whom it was about is not read by then. */
export function noteForbidden(audit: AuditLog) {
  return async (request: FastifyRequest, { id: actor }: Principal): Promise<void> => {
    const { action } = request.routeOptions.config;
    if (action === undefined) return;
    await audit.note({ action, outcome: 'ERR_FORBIDDEN', caller: { actor, requestId: request.id } });
  };
}
