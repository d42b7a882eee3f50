import { METHODS } from 'node:http';
import type { FastifyContextConfig, FastifyInstance, HTTPMethods } from 'fastify';
import fp from 'fastify-plugin';
import { HttpError } from '../http-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only on the routes of methods that a path does not have: those that it has. */
    otherMethods?: readonly string[];
  }
  interface FastifyInstance {
    /** Makes every path registered so far answer other methods with 405; call it after the last route. */
    refuseOtherMethods(): void;
  }
}

interface Path {
  readonly methods: Set<string>;
  readonly config: FastifyContextConfig | undefined;
}

/** Makes every path answer the methods it does not have with 405 and Allow, and OPTIONS with Allow. */
export const methods = fp(
  async (app) => {
    // Methods that fastify does not know would get 404. CONNECT never becomes a request.
    const unknown = METHODS.filter(
      (method) => !app.supportedMethods.includes(method) && method !== 'CONNECT',
    );
    for (const method of unknown) app.addHttpMethod(method);
    const paths = new Map<string, Path>();
    app.addHook('onRoute', ({ url, method, config }) => {
      const path = paths.get(url) ?? { methods: new Set(), config };
      for (const each of [method].flat()) path.methods.add(each);
      paths.set(url, path);
    });
    // Before credentials, Accept and the body are checked: they make no difference.
    app.addHook('onRequest', async (request) => {
      const { otherMethods } = request.routeOptions.config;
      if (!otherMethods) return;
      const message = `Method ${request.method} is not allowed here; use ${otherMethods.join(' or ')}`;
      throw new HttpError('ERR_METHOD_NOT_ALLOWED', message, { allow: allowed(otherMethods) });
    });
    app.decorate('refuseOtherMethods', () => {
      for (const [url, path] of [...paths]) if (url !== '*') refuseOthers(app, url, path);
    });
  },
  { name: 'methods' },
);

function refuseOthers(app: FastifyInstance, url: string, path: Path): void {
  const methods = [...path.methods];
  app.route({
    method: app.supportedMethods.filter(
      (method) => !methods.includes(method) && method !== 'OPTIONS',
    ) as HTTPMethods[],
    url,
    // Its errors have the formats of the operation's.
    config: { ...path.config, otherMethods: methods },
    schema: { hide: true },
    handler: () => undefined,
  });
  if (!methods.includes('OPTIONS')) {
    app.options(url, { schema: { hide: true } }, (_request, reply) =>
      reply.code(204).header('allow', allowed(methods)).send(),
    );
  }
}

function allowed(methods: readonly string[]): string {
  return [...new Set([...methods, 'OPTIONS'])].join(', ');
}
