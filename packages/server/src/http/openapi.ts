import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { ApiDescription } from './api-description.ts';

/** Describes the routes registered after it at /openapi.json, and serves an interactive page at /reference. */
export async function openApi(app: FastifyInstance, version: string, prefix: string): Promise<void> {
  const description = new ApiDescription(version, prefix);
  app.addHook('onRoute', (route) => description.add(route));
  // Its own translation of route schemas leaves out what is beside a $ref, examples of bodies and encodings of forms.
  await app.register(swagger, { mode: 'static', specification: { document: description.document as never } });
  await app.register(swaggerUi, {
    routePrefix: `${prefix}/reference`,
    staticCSP: true,
    // The server speaks plain HTTP; behind a TLS proxy there is nothing left to upgrade.
    transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/, ''),
    theme: { title: 'Locutor: API reference' },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
    },
  });
  app.get(`${prefix}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
}
