import { consoleFolder } from '@locutor/console';
import { docsFolder } from '@locutor/docs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Voices } from './biometrics/voices.ts';
import type { Config } from './config/index.ts';
import type { Grammars } from './grammars/grammars.ts';
import type { CredentialSources } from './http/auth.ts';
import { BodyMemory } from './http/body.ts';
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
import { subprotocolToken } from './http/plugins/subprotocol-token.ts';
import { tracing } from './http/plugins/tracing.ts';
import { transferEncoding } from './http/plugins/transfer-encoding.ts';
import { validation } from './http/plugins/validation.ts';
import type { Rates } from './http/rate-limit.ts';
import { serverOptions } from './http/server-options.ts';
import { AudioMetrics } from './metrics/audio-metrics.ts';
import { measureBuild } from './metrics/build-metrics.ts';
import { type BusFigures, measureBus } from './metrics/bus-metrics.ts';
import { type EngineFigures, measureEngine } from './metrics/engine-metrics.ts';
import type { Measure } from './metrics/measure.ts';
import { measureBodies } from './metrics/server-metrics.ts';
import { SessionMetrics } from './metrics/session-metrics.ts';
import { cacheCounter } from './metrics/synthesis-cache.ts';
import { voiceCounter } from './metrics/voice-metrics.ts';
import type { ModelLibrary } from './models/model-library.ts';
import { auditForbidden } from './operations/audit-forbidden.ts';
import { authRoutes, type TokenIssuer } from './operations/auth/route.ts';
import { encodersRoutes } from './operations/encoders/route.ts';
import { enrollRoutes } from './operations/enroll/route.ts';
import { KeyedRequests } from './operations/idempotency/keyed-requests.ts';
import { inspectRoutes } from './operations/inspect/route.ts';
import { interpretRoutes } from './operations/interpret/route.ts';
import { type JobsServices, jobsRoutes } from './operations/jobs/route.ts';
import { modelsRoutes } from './operations/models/route.ts';
import { errorBody } from './operations/openai/error-body.ts';
import { openAiRoutes } from './operations/openai/route.ts';
import { openAiSpeechRoutes } from './operations/openai/speech/route.ts';
import type { LiveSpeech, Recognition } from './operations/recognize/recognition.ts';
import { recognizeRoutes } from './operations/recognize/route.ts';
import { type ReloadServices, reloadGrammarsRoutes } from './operations/reload-grammars/route.ts';
import { repositoriesRoutes } from './operations/repositories/route.ts';
import { scenariosRoutes } from './operations/scenarios/route.ts';
import { synthesizeRoutes } from './operations/synthesize/route.ts';
import { SpeechCache } from './operations/synthesize/speech-cache.ts';
import type { Synthesis } from './operations/synthesize/synthesis.ts';
import { usersRoutes } from './operations/users/route.ts';
import { verifyRoutes } from './operations/verify/route.ts';
import { type BillingLog, type FirstAnswers, StoreError } from './store/index.ts';
import { storeFailure } from './store/store-failure.ts';
import { streamingRoutes } from './streaming/route.ts';

/** What the app needs from the rest of the server. */
export interface AppDependencies {
  readonly config: Config;
  readonly version: string;
  readonly log: Logger;
  readonly checkToken: CredentialSources['checkToken'];
  /** Counts callers of several servers together (default: those of this one). */
  readonly rates?: Rates;
  readonly accessTokens: TokenIssuer;
  readonly readiness: () => Promise<Readiness>;
  readonly engine: () => EngineFigures;
  /** Where jobs run on the workers of a bus. */
  readonly bus?: () => BusFigures;
  readonly grammars: Grammars;
  readonly reloadGrammars: ReloadServices['reloadGrammars'];
  readonly recognition: Recognition;
  readonly live: LiveSpeech;
  readonly synthesis: Synthesis;
  readonly billing: BillingLog;
  /** Of requests with an `Idempotency-Key`. */
  readonly answers: Pick<FirstAnswers, 'find'>;
  readonly jobs: JobsServices['jobs'];
  readonly library: ModelLibrary;
  readonly voices: Omit<Voices, 'count'>;
  /** What parts of the server count besides. */
  readonly measures?: readonly Measure[];
  /** Whether requests are traced. */
  readonly tracing?: boolean;
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
  {
    config,
    version,
    engine,
    bus,
    checkToken,
    voices,
    rates,
    tracing: isTracing = false,
    measures = [],
  }: AppDependencies,
  registry: Registry,
): Promise<void> {
  const { pathPrefix } = config;
  await app.register(requestIds);
  if (isTracing) await app.register(tracing);
  await app.register(securityHeaders);
  await app.register(host);
  await app.register(transferEncoding);
  await app.register(rawBodies);
  const memory = new BodyMemory(config.bodyMemoryMb * 1024 ** 2);
  await app.register(bodyBudget, { memory });
  if (config.accessLog) await app.register(accessLog);
  await app.register(cors, { origins: config.corsOrigins });
  await app.register(methods);
  await app.register(subprotocolToken);
  await app.register(authentication, {
    checkToken,
    credentials: config.credentials,
    rate: config.tokenRate,
    ...(rates && { rates }),
    onForbidden: auditForbidden(voices.audit),
  });
  await app.register(formats);
  await app.register(validation);
  await app.register(openApi, { version, pathPrefix });
  await app.register(webConsole, { folder: consoleFolder(), pathPrefix });
  await app.register(docs, { folder: docsFolder, pathPrefix });
  measureBuild(registry, version);
  measureEngine(registry, engine);
  if (bus) measureBus(registry, bus);
  for (const measure of [measureBodies(memory), ...measures]) measure(registry);
  await app.register(metrics, { registry, access: config.authMetrics, pathPrefix });
}

/** Each with the services that it needs. */
async function registerOperations(
  app: FastifyInstance,
  {
    config,
    readiness,
    grammars,
    billing,
    answers,
    jobs,
    accessTokens,
    library,
    reloadGrammars,
    ...dependencies
  }: AppDependencies,
  registry: Registry,
): Promise<void> {
  const audio = new AudioMetrics(registry);
  const recognition = {
    ...dependencies.recognition,
    recognizer: audio.recognizer(dependencies.recognition.recognizer),
  };
  const keyed = new KeyedRequests(answers);
  const speaking = {
    config,
    billing,
    keyed,
    synthesis: {
      ...dependencies.synthesis,
      synthesizer: audio.synthesizer(dependencies.synthesis.synthesizer),
    },
    cache: new SpeechCache(config.synthesisCacheMb * 1024 ** 2, cacheCounter(registry)),
  };
  const voices = {
    ...dependencies.voices,
    speakers: audio.listener(dependencies.voices.speakers),
    count: voiceCounter(registry),
  };
  const prefix = config.pathPrefix;
  await app.register(health, { prefix, readiness });
  await app.register(authRoutes, { prefix, accessTokens });
  await app.register(encodersRoutes, { prefix, config });
  await app.register(synthesizeRoutes, { prefix, ...speaking });
  await app.register(interpretRoutes, { prefix, config, grammars, billing, keyed });
  await app.register(inspectRoutes, { prefix, config, grammars });
  const live = audio.live(dependencies.live);
  await app.register(recognizeRoutes, {
    prefix,
    config,
    grammars,
    billing,
    keyed,
    recognition,
    live,
    voices,
  });
  await app.register(streamingRoutes, {
    prefix,
    config,
    grammars,
    billing,
    recognition,
    live,
    speaking,
    count: new SessionMetrics(registry),
    translate: translateStoreError,
  });
  await app.register(jobsRoutes, { prefix, config, grammars, recognition, jobs, keyed });
  await app.register(openAiRoutes, {
    prefix: `${prefix}/v1`,
    config,
    grammars,
    billing,
    keyed,
    recognition,
    voices,
  });
  await app.register(openAiSpeechRoutes, { prefix: `${prefix}/v1`, ...speaking });
  await app.register(verifyRoutes, { prefix, config, voices, keyed });
  await app.register(enrollRoutes, { prefix, config, voices, keyed });
  await app.register(usersRoutes, { prefix, config, registry: voices });
  await app.register(scenariosRoutes, { prefix, config, registry: voices });
  await app.register(repositoriesRoutes, { prefix, config, registry: voices });
  await app.register(reloadGrammarsRoutes, { prefix, config, reloadGrammars });
  await app.register(modelsRoutes, { prefix, config, library });
}
