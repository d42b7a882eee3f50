import type { AddressInfo } from 'node:net';
import { detectorCard, Speakers, TextCheck, Traits, VoiceScorer } from '@locutor/engine';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { antispoofingSettings } from '../biometrics/antispoofing/settings.ts';
import { createChallenges } from '../biometrics/challenge/challenges.ts';
import { version } from '../common/version.ts';
import type { Config } from '../config/index.ts';
import { AccessTokens } from '../credentials/access-tokens.ts';
import { tokenChecker } from '../credentials/check-token.ts';
import { jwtRules } from '../credentials/jwt-rules.ts';
import { Grammars } from '../grammars/grammars.ts';
import { openConfiguredStore, type ShowToken } from '../store/index.ts';
import { createEngine, type Engine } from './engine.ts';
import { listeningAt } from './listening-at.ts';
import { readyModels } from './models.ts';
import { readiness } from './readiness.ts';
import { createRecognition } from './recognition.ts';
import { FetchedModels } from './recognition-models.ts';
import { StoredModels } from './stored-models.ts';

/** Time for the last answers to reach their clients. */
const LAST_ANSWERS_MS = 2000;

export interface RunningServer {
  /** Where it listens, with the path prefix. */
  readonly address: string;
  readonly modelsDir: string;
  /** Settles when the engine processes are up (true), or have failed to come up. */
  readonly engineReady: Promise<boolean>;
  /** Makes the first bearer token where there never was one; it is kept only if `show` succeeds. Whether it was made. */
  makeFirstToken(show: ShowToken): Promise<boolean>;
  /** Whether there is or ever was a bearer token in the database. */
  hadToken(): Promise<boolean>;
  /** Finishes what was accepted, within the configured time, and lets everything go. */
  close(): Promise<void>;
}

/** Puts the parts together and listens. The order matters: nothing is served before what it stands on exists. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const issuer = await jwtRules(config, log);
  const antispoofing = antispoofingSettings(config, detectorCard());
  const models = await readyModels(config);
  const store = await openConfiguredStore(config, log);
  const accessTokens = new AccessTokens(config, store);
  const engine = createEngine(config, models, log);
  const { grammarsDir: folder, grammarHosts: hosts, language } = config;
  const grammars = new Grammars({ folder, hosts, language });
  const fetched = new FetchedModels({ store: models, policy: config.modelsFetch, log });
  const library = new StoredModels({ store: models, log });
  const traits = Traits.load();
  const app = await createApp({
    config,
    version,
    log,
    checkToken: tokenChecker(config, store, accessTokens, issuer),
    accessTokens,
    readiness: () => readiness(config, models, store, engine),
    engine: () => gauges(engine),
    grammars,
    recognition: createRecognition(engine, models, fetched, traits),
    library,
    billing: store.records,
    voices: {
      speakers: new Speakers(engine),
      scorer: VoiceScorer.load(),
      traits,
      biometrics: store.biometrics,
      audit: store.records,
      challenges: createChallenges(config, fetched, new TextCheck(engine)),
      antispoofing,
      admits: () => engine.hasRoom(),
    },
  });
  try {
    await app.listen({ host: config.host, port: config.port });
    const engineReady = engine.start().then(
      () => true,
      (error: Error) => {
        log.error({ err: error }, 'no engine process is running');
        return false;
      },
    );
    return {
      address: `${listeningAt(config.host, app.server.address() as AddressInfo)}${config.pathPrefix}`,
      modelsDir: models.dir,
      engineReady,
      makeFirstToken: async (show) => (await store.tokens.ensureFirst(show)) !== undefined,
      hadToken: () => store.tokens.any(),
      async close() {
        const served = app.close();
        // Connections that were busy a moment ago and are idle now would be kept for their keep-alive time.
        const idle = setInterval(() => app.server.closeIdleConnections(), 50);
        await Promise.race([served, elapsed(config.shutdownSeconds * 1000)]);
        // What is still at work is given up now, and its clients get that answer before their connections end.
        fetched.close();
        library.close();
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

function gauges(engine: Engine) {
  const { processes, up, queued, running } = engine.state();
  const restarts = processes.reduce((sum, each) => sum + each.restarts, 0);
  return { processes: processes.length, ready: up, queued, running, restarts };
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
