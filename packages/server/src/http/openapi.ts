import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answers } from './answer.ts';
import { ApiDescription } from './api-description.ts';
import { contentType } from './negotiate.ts';

/** Describes the routes registered after it at /openapi.json, and serves an interactive page at /reference. */
export async function openApi(
  app: FastifyInstance,
  answers: Answers,
  version: string,
  prefix: string,
): Promise<void> {
  const documents = new SharedDocuments(app, answers, prefix);
  const description = new ApiDescription(version, prefix);
  app.addHook('onRoute', (route) => description.add(route));
  // Its own translation of route schemas leaves out what is beside a $ref, examples of bodies and encodings of forms.
  await app.register(swagger, { mode: 'static', specification: { document: description.document as never } });
  await app.register(swaggerUi, {
    routePrefix: `${prefix}/reference`,
    staticCSP: true,
    // The server speaks plain HTTP; behind a TLS proxy there is nothing left to upgrade.
    transformStaticCSP: (policy) => policy.replace(/;?\s*upgrade-insecure-requests/, ''),
    // The page's own copies of the document, which it would write anew for every request.
    uiHooks: { preHandler: (request, reply, done) => documents.send(request, reply) || done() },
    theme: { title: 'Locutor: API reference' },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
    },
  });
  app.get(`${prefix}/openapi.json`, { schema: { hide: true } }, (request, reply) => {
    documents.send(request, reply);
  });
}

type Send = ReturnType<Answers['fixed']>;

/** The document in each of its forms, written once, when first asked for: it is complete once the server is. */
class SharedDocuments {
  readonly #makers: ReadonlyMap<string, (route: string) => Send>;
  readonly #made = new Map<string, Send>();

  constructor(app: FastifyInstance, answers: Answers, prefix: string) {
    const json = (route: string) =>
      answers.fixed(route, JSON.stringify(app.swagger()), contentType('application/json'));
    const yaml = (route: string) =>
      answers.fixed(route, app.swagger({ yaml: true }), 'application/x-yaml; charset=utf-8');
    this.#makers = new Map([
      [`${prefix}/openapi.json`, json],
      [`${prefix}/reference/json`, json],
      [`${prefix}/reference/yaml`, yaml],
    ]);
  }

  /** Whether the request's route is one of them; it is answered then. */
  send(request: FastifyRequest, reply: FastifyReply): boolean {
    const route = request.routeOptions.url ?? '';
    let send = this.#made.get(route);
    if (!send) {
      send = this.#makers.get(route)?.(route);
      if (!send) return false;
      this.#made.set(route, send);
    }
    send(request, reply);
    return true;
  }
}
