import type { FastifyRequest } from 'fastify';
import type { Principal } from '../http/auth.ts';
import type { Action, AuditLog } from '../store/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the audit log calls the operation; only those that concern voices have it. */
    action?: Action;
  }
}

/** Writes down who tried what the credentials do not cover. Whom it was about is not read by then. */
export function auditForbidden(audit: AuditLog) {
  return async (request: FastifyRequest, { id: actor }: Principal, scope: string): Promise<void> => {
    // RECOGNIZE compares voices too, where a request names users.
    const action = request.routeOptions.config.action ?? (scope === 'verify' ? scope : undefined);
    if (action === undefined) return;
    await audit.note({ action, outcome: 'ERR_FORBIDDEN', caller: { actor, requestId: request.id } });
  };
}
