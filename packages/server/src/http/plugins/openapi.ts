import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiDescription } from '../api-description.ts';

export interface OpenApiOptions {
  readonly version: string;
  /** In front of every path. */
  readonly pathPrefix: string;
}

/** Describes the routes registered after it at /openapi.json, and serves an interactive page at /reference. */
export const openApi = fp<OpenApiOptions>(
  async (app, { version, pathPrefix }) => {
    const description = new ApiDescription(version, pathPrefix);
    app.addHook('onRoute', (route) => description.add(route));
    // Its own translation of route schemas leaves out what is beside a $ref, examples of bodies and encodings of forms.
    await app.register(swagger, {
      mode: 'static',
      specification: { document: description.document as never },
    });
    // Written when first asked for: the description is complete once the server is.
    const json = once(() => JSON.stringify(app.swagger()));
    const yaml = once(() => app.swagger({ yaml: true }));
    const sendJson = (reply: FastifyReply) => reply.type('application/json; charset=utf-8').send(json());
    const sendYaml = (reply: FastifyReply) => reply.type('application/x-yaml; charset=utf-8').send(yaml());
    // The page's own copies of the document, which it would write anew for every request.
    const copies = new Map([
      [`${pathPrefix}/reference/json`, sendJson],
      [`${pathPrefix}/reference/yaml`, sendYaml],
    ]);
    await app.register(swaggerUi, {
      routePrefix: `${pathPrefix}/reference`,
      staticCSP: true,
      // The server speaks plain HTTP; behind a TLS proxy there is nothing left to upgrade.
      transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/, ''),
      uiHooks: {
        preHandler(request: FastifyRequest, reply, done) {
          const send = copies.get(request.routeOptions.url ?? '');
          if (send) send(reply);
          else done();
        },
      },
      theme: { title: 'Locutor: API reference' },
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        displayRequestDuration: true,
        tryItOutEnabled: true,
      },
    });
    app.get(`${pathPrefix}/openapi.json`, { schema: { hide: true } }, (_request, reply) => sendJson(reply));
  },
  { name: 'openapi' },
);

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
