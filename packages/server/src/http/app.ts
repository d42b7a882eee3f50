import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Grammars } from '../grammars/grammars.ts';
import { encodersRoutes } from '../operations/encoders/route.ts';
import { interpretRoutes } from '../operations/interpret/route.ts';
import { accessLog } from './access-log.ts';
import { authentication, type CredentialSources } from './auth.ts';
import { answerClientError } from './client-errors.ts';
import { answerError, answerErrors } from './error-answers.ts';
import { healthRoutes, type Readiness } from './health.ts';
import { watchMethods } from './methods.ts';
import { createMetrics, type EngineGauges } from './metrics.ts';
import { observeRequests } from './observe.ts';
import { openApi } from './openapi.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** What the HTTP shell needs from the rest of the server. */
export interface AppDependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Logger;
  readonly checkToken: CredentialSources['checkToken'];
  readonly readiness: () => Promise<Readiness>;
  readonly engine: () => EngineGauges;
  readonly grammars: Grammars;
}

/** What an operation's routes are built from. */
export interface RouteContext {
  readonly config: Config;
  readonly guard: ReturnType<typeof authentication>;
}

/** Builds the app without listening: the process that serves it and the tests that inject into it share this. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, version, log, checkToken, readiness, engine, grammars } = dependencies;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: (request) => requestId(request),
    logController: new LogController({ disableRequestLogging: true }),
    // No logger of its own for each request: making one cost a tenth of a small request's time, and the few
    // lines that belong to a request carry its id themselves.
    childLoggerFactory: (logger) => logger,
    bodyLimit: config.maxBodyBytes,
    requestTimeout: config.requestSeconds * 1000,
    keepAliveTimeout: config.keepAliveSeconds * 1000,
    http: { maxHeaderSize: config.maxHeaderBytes },
    routerOptions: { ignoreTrailingSlash: true },
    // Connections in use finish; idle ones would hold a stop back until they time out.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => answerError(error, request as never, reply as never),
  });
  const guard = authentication({ checkToken, credentials: config.credentials });
  const metrics = createMetrics(version, engine);
  const refuseOtherMethods = watchMethods(app);

  securityHeaders(app);
  answerErrors(app);
  observeRequests(app, config.accessLog ? [metrics.observe, accessLog(log)] : [metrics.observe]);
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config.corsOrigins));
  await openApi(app, version, config.pathPrefix);

  await app.register(
    async (routes) => {
      encodersRoutes(routes, { config, guard });
      await routes.register((scope) => interpretRoutes(scope, { config, guard }, grammars));
      healthRoutes(routes, readiness);
      routes.get(
        '/metrics',
        {
          schema: { summary: 'Prometheus metrics', tags: ['Operation'] },
          onRequest: guard('metrics', config.authMetrics),
        },
        async (_request, reply) =>
          reply.header('content-type', metrics.contentType).send(await metrics.write()),
      );
    },
    { prefix: config.pathPrefix },
  );
  app.get(`${config.pathPrefix}/`, { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(`${config.pathPrefix}/reference`),
  );
  refuseOtherMethods();
  return app;
}

function corsOptions(origins: readonly string[]) {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  };
}
