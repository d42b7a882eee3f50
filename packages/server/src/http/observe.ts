import type { FastifyInstance } from 'fastify';

/**
 * What is told of an answered request. The route's pattern stands for the path, and nothing of the query, the
 * body, the headers or the address is kept: a path can hold a user's id and a query a grammar's address.
 */
export interface AnsweredRequest {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
}

/** Calls the observers after each answer. One hook for all: reading a request's route is not free. */
export function observeRequests(
  app: FastifyInstance,
  observers: readonly ((request: AnsweredRequest) => void)[],
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const answered = {
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      bytes: Number(reply.getHeader('content-length') ?? 0),
    };
    for (const observe of observers) observe(answered);
    done();
  });
}
