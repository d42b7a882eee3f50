import type { FastifyRequest } from 'fastify';

/** Where nothing is served there is no pattern. */
const NO_ROUTE = 'none';

/**
 * The route's pattern, which stands for the path in the log and the metrics: a path can hold a user's id, and a query a
 * grammar's address.
 *
 * Both look at a request when its answer is handed to the socket (`onSend`): `onResponse` is not called for a client
 * that left before it had its answer, and such requests must be logged and counted too.
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? NO_ROUTE;
}
