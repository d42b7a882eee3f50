import type { FastifyInstance, FastifySchema } from 'fastify';
import type { RouteContext } from '../../http/app.ts';
import { requireJson } from '../../http/require-json.ts';
import type { Action } from '../../store/index.ts';

/**
 * Readies a scope for routes of administrators. What it returns makes the options of one: its description, its guard,
 * and what the audit log calls it, where it is in there.
 */
export function administration(app: FastifyInstance, { config, guard }: RouteContext) {
  // The schemas describe; what comes in is checked by the operation.
  app.setValidatorCompiler(() => () => true);
  const onRequest = [guard('admin', config.authVerify), requireJson];
  return (schema: FastifySchema, action?: Action) => ({
    schema,
    onRequest,
    ...(action !== undefined && { config: { action } }),
  });
}
