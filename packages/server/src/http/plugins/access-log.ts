import fp from 'fastify-plugin';
import { routeOf } from '../route-of.ts';

/** One line per answered request. Nothing of the query, the body, the headers or the address is in it. */
export const accessLog = fp(
  async (app) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const line = {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        bytes: sizeOf(payload),
      };
      request.log.info(line, 'request');
      done();
    });
  },
  { name: 'access-log' },
);

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  return payload instanceof Uint8Array ? payload.length : 0;
}
