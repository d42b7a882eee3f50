import type { AddressInfo } from 'node:net';
import { type ModelStore, Recognizer, Speakers, VoiceScorer } from '@locutor/engine';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/index.ts';
import { Grammars } from '../grammars/grammars.ts';
import { createApp } from '../http/app.ts';
import type { Readiness } from '../http/health.ts';
import { isLanguage } from '../operations/languages.ts';
import { openConfiguredStore, type Store } from '../store/index.ts';
import { version } from '../version.ts';
import { jwtRules, tokenChecker } from './credentials.ts';
import { admits, createEngine, type Engine } from './engine.ts';
import { neededModels, readyModels } from './models.ts';
import { FetchedModels } from './recognition-models.ts';

/** Time for the last answers to reach their clients. */
const LAST_ANSWERS_MS = 2000;

export interface RunningServer {
  /** Where it listens, with the path prefix. */
  readonly address: string;
  /** The bearer token made on the very first start; undefined ever after. */
  readonly firstToken: string | undefined;
  readonly modelsDir: string;
  /** Settles when the engine processes are up, or have failed to come up. */
  readonly engineReady: Promise<void>;
  /** Finishes what was accepted, within the configured time, and lets everything go. */
  close(): Promise<void>;
}

/** Puts the parts together and listens. The order matters: nothing is served before what it stands on exists. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  if (!isLanguage(config.language)) {
    throw new ConfigError([`language: no recogniser knows ${JSON.stringify(config.language)}`]);
  }
  const issuer = await jwtRules(config, log);
  const models = await readyModels(config);
  const store = await openConfiguredStore(config, log);
  const engine = createEngine(config, models, log);
  const grammars = createGrammars(config);
  const fetched = new FetchedModels({ store: models, policy: config.modelsFetch, log });
  const app = await createApp({
    config,
    version,
    log,
    checkToken: tokenChecker(config, store, issuer),
    readiness: () => readiness(config, models, store, engine),
    engine: () => gauges(engine),
    grammars,
    recognition: {
      recognizer: new Recognizer(engine),
      models: fetched,
      admits: () => admits(engine, config),
    },
    billing: store.records,
    voices: {
      speakers: new Speakers(engine),
      scorer: VoiceScorer.load(),
      biometrics: store.biometrics,
      audit: store.records,
      admits: () => admits(engine, config),
    },
  });
  try {
    const firstToken = await store.tokens.ensureFirst();
    await app.listen({ host: config.host, port: config.port });
    const engineReady = engine
      .start()
      .catch((error: Error) => log.error({ err: error }, 'no engine process is up'));
    return {
      address: `${listeningAt(config.host, (app.server.address() as AddressInfo).port)}${config.pathPrefix}`,
      firstToken,
      modelsDir: models.dir,
      engineReady,
      async close() {
        const served = app.close();
        // Connections that were busy a moment ago and are idle now would be kept for their keep-alive time.
        const idle = setInterval(() => app.server.closeIdleConnections(), 50);
        await Promise.race([served, elapsed(config.shutdownSeconds * 1000)]);
        // What is still at work is given up now, and its clients are told so before their connections end.
        fetched.close();
        await Promise.all([grammars.close(), engine.drain({ timeoutMs: 0 })]);
        await Promise.race([served, elapsed(LAST_ANSWERS_MS)]);
        clearInterval(idle);
        await store.close();
      },
    };
  } catch (error) {
    await app.close();
    await store.close();
    throw error;
  }
}

function createGrammars({ grammarsDir, grammarHosts, language }: Config): Grammars {
  try {
    return new Grammars({ folder: grammarsDir, hosts: grammarHosts, language });
  } catch (error) {
    // Something that looks like a range of addresses and is none.
    throw new ConfigError([`grammarHosts: ${(error as Error).message}`]);
  }
}

async function readiness(
  config: Config,
  models: ModelStore,
  store: Store,
  engine: Engine,
): Promise<Readiness> {
  const missing = models.missing(neededModels(config));
  const database = await store.ready().then(
    () => true,
    () => false,
  );
  const { status, queued, running, up, processes } = engine.state();
  const engineReady = up > 0 && (status === 'ready' || status === 'degraded');
  return {
    ready: missing.length === 0 && database && engineReady && queued <= config.maxQueue,
    models: { ready: missing.length === 0, missing },
    database: { ready: database },
    engine: { status, processes: processes.length, ready: up, queued, running, maxQueue: config.maxQueue },
  };
}

function gauges(engine: Engine) {
  const { processes, up, queued, running } = engine.state();
  const restarts = processes.reduce((sum, each) => sum + each.restarts, 0);
  return { processes: processes.length, ready: up, queued, running, restarts };
}

/** An address a person can open: the wildcard ones are not. */
function listeningAt(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
