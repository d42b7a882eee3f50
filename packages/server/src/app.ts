import { consoleFolder } from '@locutor/console';
import { docsFolder } from '@locutor/docs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Voices } from './biometrics/voices.ts';
import type { Config } from './config/index.ts';
import type { Grammars } from './grammars/grammars.ts';
import type { CredentialSources } from './http/auth.ts';
import { accessLog } from './http/plugins/access-log.ts';
import { authentication } from './http/plugins/authentication.ts';
import { bodyBudget } from './http/plugins/body-budget.ts';
import { webConsole } from './http/plugins/console.ts';
import { cors } from './http/plugins/cors.ts';
import { docs } from './http/plugins/docs.ts';
import { errors } from './http/plugins/errors.ts';
import { formats } from './http/plugins/formats.ts';
import { health, type Readiness } from './http/plugins/health.ts';
import { host } from './http/plugins/host.ts';
import { methods } from './http/plugins/methods.ts';
import { metrics } from './http/plugins/metrics.ts';
import { openApi } from './http/plugins/openapi.ts';
import { rawBodies } from './http/plugins/raw-bodies.ts';
import { requestIds } from './http/plugins/request-ids.ts';
import { securityHeaders } from './http/plugins/security-headers.ts';
import { transferEncoding } from './http/plugins/transfer-encoding.ts';
import { validation } from './http/plugins/validation.ts';
import { serverOptions } from './http/server-options.ts';
import { measureBuild } from './metrics/build-metrics.ts';
import { type EngineFigures, measureEngine } from './metrics/engine-metrics.ts';
import { voiceCounter } from './metrics/voice-metrics.ts';
import type { ModelLibrary } from './models/model-library.ts';
import { auditForbidden } from './operations/audit-forbidden.ts';
import { authRoutes, type TokenIssuer } from './operations/auth/route.ts';
import { encodersRoutes } from './operations/encoders/route.ts';
import { enrollRoutes } from './operations/enroll/route.ts';
import { inspectRoutes } from './operations/inspect/route.ts';
import { interpretRoutes } from './operations/interpret/route.ts';
import { modelsRoutes } from './operations/models/route.ts';
import { errorBody } from './operations/openai/error-body.ts';
import { openAiRoutes } from './operations/openai/route.ts';
import type { Recognition } from './operations/recognize/recognition.ts';
import { recognizeRoutes } from './operations/recognize/route.ts';
import { repositoriesRoutes } from './operations/repositories/route.ts';
import { scenariosRoutes } from './operations/scenarios/route.ts';
import { usersRoutes } from './operations/users/route.ts';
import { verifyRoutes } from './operations/verify/route.ts';
import { type BillingLog, StoreError } from './store/index.ts';
import { storeFailure } from './store/store-failure.ts';

/** What the app needs from the rest of the server. */
export interface AppDependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Logger;
  readonly checkToken: CredentialSources['checkToken'];
  readonly accessTokens: TokenIssuer;
  readonly readiness: () => Promise<Readiness>;
  readonly engine: () => EngineFigures;
  readonly grammars: Grammars;
  readonly recognition: Recognition;
  readonly billing: BillingLog;
  readonly library: ModelLibrary;
  readonly voices: Omit<Voices, 'count'>;
}

/** Builds the app without listening: the process that serves it and the tests that inject into it share this. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const registry = new Registry();
  const { config, log } = dependencies;
  const foreign = { below: `${config.pathPrefix}/v1`, write: errorBody };
  const rules = { translate: translateStoreError, foreign };
  const app = Fastify(serverOptions(config, log, rules));
  await app.register(errors, rules);
  await registerShell(app, dependencies, registry);
  await registerOperations(app, dependencies, registry);
  app.refuseOtherMethods();
  return app;
}

function translateStoreError(error: unknown) {
  return error instanceof StoreError ? storeFailure(error) : undefined;
}

/** Everything that concerns all operations, in the order in which a request meets it. */
async function registerShell(
  app: FastifyInstance,
  { config, version, engine, checkToken, voices }: AppDependencies,
  registry: Registry,
): Promise<void> {
  const { pathPrefix } = config;
  await app.register(requestIds);
  await app.register(securityHeaders);
  await app.register(host);
  await app.register(transferEncoding);
  await app.register(rawBodies);
  await app.register(bodyBudget, { maxBytes: config.bodyMemoryMb * 1024 ** 2 });
  if (config.accessLog) await app.register(accessLog);
  await app.register(cors, { origins: config.corsOrigins });
  await app.register(methods);
  await app.register(authentication, {
    checkToken,
    credentials: config.credentials,
    rate: config.tokenRate,
    onForbidden: auditForbidden(voices.audit),
  });
  await app.register(formats);
  await app.register(validation);
  await app.register(openApi, { version, pathPrefix });
  await app.register(webConsole, { folder: consoleFolder(), pathPrefix });
  await app.register(docs, { folder: docsFolder, pathPrefix });
  measureBuild(registry, version);
  measureEngine(registry, engine);
  await app.register(metrics, { registry, access: config.authMetrics, pathPrefix });
}

/** Each with the services that it needs. */
async function registerOperations(
  app: FastifyInstance,
  {
    config,
    readiness,
    grammars,
    recognition,
    billing,
    accessTokens,
    library,
    ...dependencies
  }: AppDependencies,
  registry: Registry,
): Promise<void> {
  const voices = { ...dependencies.voices, count: voiceCounter(registry) };
  const prefix = config.pathPrefix;
  await app.register(health, { prefix, readiness });
  await app.register(authRoutes, { prefix, accessTokens });
  await app.register(encodersRoutes, { prefix, config });
  await app.register(interpretRoutes, { prefix, config, grammars, billing });
  await app.register(inspectRoutes, { prefix, config, grammars });
  await app.register(recognizeRoutes, { prefix, config, grammars, billing, recognition, voices });
  await app.register(openAiRoutes, {
    prefix: `${prefix}/v1`,
    config,
    grammars,
    billing,
    recognition,
    voices,
  });
  await app.register(verifyRoutes, { prefix, config, voices });
  await app.register(enrollRoutes, { prefix, config, voices });
  await app.register(usersRoutes, { prefix, config, registry: voices });
  await app.register(scenariosRoutes, { prefix, config, registry: voices });
  await app.register(repositoriesRoutes, { prefix, config, registry: voices });
  await app.register(modelsRoutes, { prefix, config, library });
}
