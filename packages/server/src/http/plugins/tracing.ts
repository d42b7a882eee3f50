import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type OpenSpan, openSpan, tracer } from '../../tracing/traced.ts';
import { TRANSACTION_HEADER } from '../http-error.ts';
import { routeOf } from '../route-of.ts';

/** The trace of a request, as long as it lasts. */
const contexts = new WeakMap<FastifyRequest, ReturnType<typeof context.active>>();

/** The trace of a request, as a `traceparent` for what its connection does later; undefined where it is not recorded. */
export function traceOf(request: FastifyRequest): string | undefined {
  const inside = contexts.get(request);
  const span = inside && trace.getSpanContext(inside);
  if (!span || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(inside, carrier);
  return carrier.traceparent;
}

/** Begins a span of what its connection does later. */
export function laterSpan(request: FastifyRequest, name: string): OpenSpan {
  return openSpan(name, traceOf(request));
}

/**
 * A span for each request to an operation, part of the client's trace where it sends a `traceparent`. Pages, health
 * checks and /metrics are not traced.
 */
export const tracing = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      const { scope } = request.routeOptions.config;
      if (scope === undefined || scope === 'metrics') return done();
      const caller = propagation.extract(ROOT_CONTEXT, request.headers);
      const attributes = {
        'http.request.method': request.method,
        'http.route': routeOf(request),
        'url.scheme': 'http',
        'locutor.operation': scope,
        'locutor.request_id': request.id,
      };
      const name = `${request.method} ${routeOf(request)}`;
      const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
      const inside = trace.setSpan(caller, span);
      contexts.set(request, inside);
      // Not onResponse, which is not called for a client that left before it had its answer.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) span.setAttribute('error.type', 'client_left');
        span.end();
      });
      context.with(inside, done);
    });
    // What the arrival of a body calls does not belong to the request any more.
    app.addHook('preValidation', (request, _reply, done) => {
      const inside = contexts.get(request);
      if (inside) context.with(inside, done);
      else done();
    });
    app.addHook('onSend', (request, reply, _payload, done) => {
      const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
      if (span) {
        span.setAttribute('http.response.status_code', reply.statusCode);
        const transaction = reply.getHeader(TRANSACTION_HEADER);
        if (transaction !== undefined) span.setAttribute('locutor.transaction_id', String(transaction));
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      done();
    });
  },
  { name: 'tracing' },
);
