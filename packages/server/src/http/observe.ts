import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

export type Observer = (request: AnsweredRequest) => void;

/** Where nothing is served there is no pattern. */
const NO_ROUTE = 'none';

/**
 * Calls the observers after each answer. Every route gets its own hook that knows its pattern: asking fastify for
 * it builds an object of all the route's options, which cost more than everything else here.
 */
export function observeRequests(app: FastifyInstance, observers: readonly Observer[]): void {
  const tell = (route: string, request: FastifyRequest, reply: FastifyReply) => {
    const answered = {
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      bytes: Number(reply.getHeader('content-length') ?? 0),
    };
    for (const observe of observers) observe(answered);
  };
  app.addHook('onRoute', (route) => {
    const hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      tell(route.url, request, reply);
      done();
    };
    route.onResponse = [hook, ...[route.onResponse ?? []].flat()] as never;
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) reply.raw.once('finish', () => tell(NO_ROUTE, request, reply));
    done();
  });
}
