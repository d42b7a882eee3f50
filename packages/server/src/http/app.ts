import corsPlugin from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Grammars } from '../grammars/grammars.ts';
import { encodersRoutes } from '../operations/encoders/route.ts';
import { enrollRoutes } from '../operations/enroll/route.ts';
import { interpretRoutes } from '../operations/interpret/route.ts';
import type { Recognition } from '../operations/recognize/recognition.ts';
import { recognizeRoutes } from '../operations/recognize/route.ts';
import { repositoriesRoutes } from '../operations/repositories/route.ts';
import { scenariosRoutes } from '../operations/scenarios/route.ts';
import { usersRoutes } from '../operations/users/route.ts';
import { verifyRoutes } from '../operations/verify/route.ts';
import { noteForbidden } from '../operations/voices/note-forbidden.ts';
import type { Voices } from '../operations/voices/voices.ts';
import type { BillingLog } from '../store/index.ts';
import { accessLog } from './access-log.ts';
import { Answers, HEADERS } from './answer.ts';
import { authentication, type CredentialSources } from './auth.ts';
import { BodyMemory } from './body.ts';
import { leaveBodies } from './client.ts';
import { answerClientError } from './client-errors.ts';
import { answerError, answerErrors } from './error-answers.ts';
import { healthRoutes, type Readiness } from './health.ts';
import { requireHost } from './host.ts';
import { httpServer } from './http-server.ts';
import { watchMethods } from './methods.ts';
import { createMetrics, type EngineFigures } from './metrics.ts';
import { metricsSchema } from './metrics-schema.ts';
import { openApi } from './openapi.ts';
import { requestId } from './request-id.ts';
import { refuseTransferCodings } from './transfer-encoding.ts';

/** What the HTTP shell needs from the rest of the server. */
export interface AppDependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Logger;
  readonly checkToken: CredentialSources['checkToken'];
  readonly readiness: () => Promise<Readiness>;
  readonly engine: () => EngineFigures;
  readonly grammars: Grammars;
  readonly recognition: Recognition;
  readonly billing: BillingLog;
  readonly voices: Omit<Voices, 'count'>;
}

/** What an operation's routes are built from. */
export interface RouteContext {
  readonly config: Config;
  readonly guard: ReturnType<typeof authentication>;
  readonly answers: Answers;
  readonly bodies: BodyMemory;
  readonly log: Logger;
  readonly billing: BillingLog;
}

/** Builds the app without listening: the process that serves it and the tests that inject into it share this. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, version, log, checkToken, readiness, engine, grammars, recognition, billing } =
    dependencies;
  const { audit } = dependencies.voices;
  const app = Fastify({
    // The log is written here, where a request's id is at hand: fastify would make a logger for every request.
    logger: false,
    genReqId: (request) => {
      request.startedAt = performance.now();
      return requestId(request);
    },
    serverFactory: (handler) => httpServer(config, handler),
    // A user's id in a path may be 256 characters of any kind.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    // Connections in use finish; idle ones would hold a stop back until they time out.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.headers(HEADERS).header('x-request-id', request.id);
      answerError(log, error, request as never, reply as never);
    },
  });
  // Response schemas describe. Compiling a serializer for each of them took most of the time to build the app.
  app.setSerializerCompiler(() => JSON.stringify);
  const guard = authentication({
    checkToken,
    credentials: config.credentials,
    rate: config.tokenRate,
    onForbidden: noteForbidden(audit),
  });
  const metrics = createMetrics(version, engine);
  const refuseOtherMethods = watchMethods(app);

  answerErrors(app, log);
  requireHost(app);
  refuseTransferCodings(app);
  leaveBodies(app);
  const observers = config.accessLog ? [metrics.observe, accessLog(log)] : [metrics.observe];
  const cors = config.corsOrigins.length > 0;
  const answers = new Answers(app, observers, cors);
  if (cors) await app.register(corsPlugin, corsOptions(config.corsOrigins));
  await openApi(app, answers, version, config.pathPrefix);

  const bodies = new BodyMemory(config.bodyMemoryMb * 1024 ** 2);
  const context: RouteContext = { config, guard, answers, bodies, log, billing };
  await app.register(
    async (routes) => {
      encodersRoutes(routes, context);
      await routes.register((scope) => interpretRoutes(scope, context, grammars));
      await routes.register((scope) =>
        recognizeRoutes(scope, context, { grammars, voices: dependencies.voices, ...recognition }),
      );
      const voices = { ...dependencies.voices, count: metrics.countVoices };
      await routes.register((scope) => verifyRoutes(scope, context, voices));
      await routes.register((scope) => enrollRoutes(scope, context, voices));
      await routes.register((scope) => usersRoutes(scope, context, voices));
      await routes.register((scope) => scenariosRoutes(scope, context, voices));
      await routes.register((scope) => repositoriesRoutes(scope, context, voices));
      healthRoutes(routes, readiness);
      routes.get(
        '/metrics',
        {
          schema: metricsSchema,
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
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    // The path's own OPTIONS answers, preflight or not, so that Allow is always there.
    strictPreflight: false,
    preflightContinue: true,
    exposedHeaders: ['x-request-id', 'x-transaction-id', 'retry-after'],
    maxAge: 600,
  };
}
