import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { Type } from 'typebox';
import type { Access } from '../auth.ts';
import { routeOf } from '../route-of.ts';
import { errorAnswers } from '../schemas.ts';

const SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const schema = {
  operationId: 'metrics',
  summary: 'Prometheus metrics',
  tags: ['Operation'],
  security: [{}, { bearer: [] }, { basic: [] }],
  response: {
    200: {
      description: "Everything counted, in Prometheus' text form",
      content: { 'text/plain': { schema: Type.String(), example: 'locutor_engine_queued 0\n' } },
    },
    ...errorAnswers('ERR_UNAUTHORIZED', 'ERR_FORBIDDEN'),
  },
};

export interface MetricsOptions {
  /** The other parts of the server count in it too. */
  readonly registry: Registry;
  readonly access: Access;
  /** In front of the path. */
  readonly pathPrefix: string;
}

/** Counts requests, and serves all that is counted at /metrics. */
export const metrics = fp<MetricsOptions>(
  async (app, { registry, access, pathPrefix }) => {
    collectDefaultMetrics({ register: registry });
    const requests = new Histogram({
      name: 'locutor_http_request_seconds',
      help: "Time from a request's arrival to the end of its answer",
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [registry],
    });
    const operations = new Histogram({
      name: 'locutor_operation_seconds',
      help: 'The same for requests to operations, by operation',
      labelNames: ['operation', 'status'],
      buckets: SECONDS,
      registers: [registry],
    });
    app.addHook('onSend', (request, reply, _payload, done) => {
      const labels = { method: request.method, route: routeOf(request), status: reply.statusCode };
      const seconds = reply.elapsedTime / 1000;
      requests.observe(labels, seconds);
      const { scope } = request.routeOptions.config;
      if (scope !== undefined) operations.observe({ operation: scope, status: reply.statusCode }, seconds);
      done();
    });
    app.get(`${pathPrefix}/metrics`, { schema, config: { scope: 'metrics', access } }, async (_, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  },
  { name: 'metrics' },
);
