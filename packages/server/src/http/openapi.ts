import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Describes the routes registered after it at /openapi.json, and serves an interactive page at /reference. */
export async function openApi(app: FastifyInstance, version: string, prefix: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Locutor',
        version,
        description:
          'A self-hosted speech server: recognition, interpretation, encoder listing, voice verification.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    },
  });
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
