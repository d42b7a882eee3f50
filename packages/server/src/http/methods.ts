import { METHODS } from 'node:http';
import type { FastifyContextConfig, FastifyInstance, HTTPMethods } from 'fastify';
import { HttpError } from './http-error.ts';

type Config = FastifyContextConfig | undefined;

interface Taken {
  readonly methods: Set<string>;
  readonly config: Config;
}

/**
 * Makes every path answer the methods it does not take with 405 and Allow, and OPTIONS with Allow.
 * Call before routes are registered, and what it returns after the last one.
 */
export function watchMethods(app: FastifyInstance): () => void {
  // Those that the framework does not know would be told that there is no such path. CONNECT never becomes a request.
  const unknown = METHODS.filter((method) => !app.supportedMethods.includes(method) && method !== 'CONNECT');
  for (const method of unknown) app.addHttpMethod(method);
  const taken = new Map<string, Taken>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const path = taken.get(url) ?? { methods: new Set(), config };
    for (const each of [method].flat()) path.methods.add(each);
    taken.set(url, path);
  });
  return () => {
    for (const [url, { methods, config }] of [...taken]) {
      if (url !== '*') refuseOthers(app, url, new Set(methods), config);
    }
  };
}

function refuseOthers(app: FastifyInstance, url: string, methods: ReadonlySet<string>, config: Config): void {
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ');
  app.route({
    method: app.supportedMethods.filter(
      (method) => !methods.has(method) && method !== 'OPTIONS',
    ) as HTTPMethods[],
    url,
    // Its errors have the forms of the operation's.
    ...(config && { config }),
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
