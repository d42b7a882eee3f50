import type { FastifyInstance, HTTPMethods } from 'fastify';
import { HttpError } from './errors.ts';

/**
 * Makes every path answer the methods it does not take with 405 and Allow, and OPTIONS with Allow.
 * Call before routes are registered, and what it returns after the last one.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    taken.set(url, methods);
  });
  return () => {
    for (const [url, methods] of [...taken]) {
      if (url !== '*') refuseOthers(app, url, new Set(methods));
    }
  };
}

function refuseOthers(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ');
  app.route({
    method: app.supportedMethods.filter(
      (method) => !methods.has(method) && method !== 'OPTIONS',
    ) as HTTPMethods[],
    url,
    schema: { hide: true },
    // Before the body is read: what it holds makes no difference.
    onRequest: async (request) => {
      const message = `${request.method} is not taken here; use ${[...methods].join(' or ')}`;
      throw new HttpError('ERR_METHOD_NOT_ALLOWED', message, { allow });
    },
    handler: () => undefined,
  });
  if (!methods.has('OPTIONS')) {
    app.options(url, { schema: { hide: true } }, (_request, reply) =>
      reply.code(204).header('allow', allow).send(),
    );
  }
}
