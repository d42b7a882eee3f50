import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteAnswer } from './client-errors.ts';

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

declare module 'node:http' {
  interface IncomingMessage {
    /** Set with the request's id, the first thing that is made for it. */
    startedAt?: number;
  }
}

/**
 * What every answer tells a browser: it is data, not a page, and belongs to nobody else's page. The reference
 * page has a policy of its own.
 */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Where nothing is served there is no pattern. */
const NO_ROUTE = 'none';

/**
 * The last step of every answer: headers that all have, and word to the observers. It is taken when the answer is
 * handed to the socket, not when the client has it: fastify's hook for that adds listeners to every answer, and leaving
 * it out was part of what brought ENCODERS from 0.66 to 0.82 of a bare route (bench/http).
 */
export class Answers {
  readonly #observers: readonly Observer[];
  readonly #cors: boolean;

  /** `cors`: some answers get headers of the CORS plugin. */
  constructor(app: FastifyInstance, observers: readonly Observer[], cors: boolean) {
    this.#observers = observers;
    this.#cors = cors;
    app.addHook('onSend', (request, reply, payload, done) => {
      if (!reply.hasHeader('content-security-policy')) reply.headers(HEADERS);
      reply.header('x-request-id', request.id);
      noteAnswer(request.raw);
      this.#tell(request, request.routeOptions.url ?? NO_ROUTE, reply.statusCode, sizeOf(payload));
      done();
    });
  }

  /**
   * A handler for an answer that never changes: its head is put together once, all clients are sent the same bytes,
   * and fastify's steps for answers that could still change are left out.
   */
  fixed(
    route: string,
    text: string,
    contentType: string,
  ): (request: FastifyRequest, reply: FastifyReply) => void {
    const body = Buffer.from(text);
    const { length } = body;
    const head = Object.entries({
      ...HEADERS,
      'content-type': contentType,
      'content-length': String(length),
    }).flat();
    return (request, reply) => {
      const line = [...head, 'x-request-id', request.id];
      // Asking for the headers that others added builds several objects, so it is left out where nobody adds any.
      if (this.#cors) line.push(...(Object.entries(reply.getHeaders()).flat() as string[]));
      noteAnswer(request.raw);
      reply.hijack();
      reply.raw.writeHead(200, line);
      reply.raw.end(body);
      this.#tell(request, route, 200, length);
    };
  }

  #tell(request: FastifyRequest, route: string, status: number, bytes: number): void {
    const ms = Math.round((performance.now() - (request.raw.startedAt ?? 0)) * 100) / 100;
    const answered = { id: request.id, method: request.method, route, status, ms, bytes };
    for (const observe of this.#observers) observe(answered);
  }
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.length : 0;
}
