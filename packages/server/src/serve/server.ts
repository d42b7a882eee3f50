import type { AddressInfo } from 'node:net';
import { LiveRecognizer, Speakers, TextCheck } from '@locutor/engine';
import { detectorCard, Traits, VoiceScorer } from '@locutor/voices';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { antispoofingSettings } from '../biometrics/antispoofing/settings.ts';
import { createChallenges } from '../biometrics/challenge/challenges.ts';
import { version } from '../common/version.ts';
import type { Config } from '../config/index.ts';
import { AccessTokens } from '../credentials/access-tokens.ts';
import { tokenChecker } from '../credentials/check-token.ts';
import { jwtRules } from '../credentials/jwt-rules.ts';
import { SharedOrOwnRates } from '../credentials/shared-rates.ts';
import { Grammars } from '../grammars/grammars.ts';
import { closeUnused } from '../http/unused-connections.ts';
import { BackgroundJobs } from '../operations/jobs/background-jobs.ts';
import { openConfiguredStore, type ShowToken } from '../store/index.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { engineFigures } from './engine-figures.ts';
import { localEngine } from './engine-source.ts';
import { fleetEngine } from './fleet-engine.ts';
import { listeningAt } from './listening-at.ts';
import { createCounts, measuresOf } from './measures.ts';
import { readiness } from './readiness.ts';
import { createRecognition } from './recognition.ts';
import { createSynthesis } from './synthesis.ts';

/** Time for requests to arrive whose connections were accepted before the stop. */
const LAST_REQUESTS_MS = 1000;
/** Time for the last answers to reach their clients. */
const LAST_ANSWERS_MS = 2000;

export interface RunningServer {
  /** Where it listens, with the path prefix. */
  readonly address: string;
  /** Where the models of this machine are; a thin node has none. */
  readonly modelsDir: string | undefined;
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
  const counts = createCounts();
  const { onEvent } = counts.engine;
  const source = await (config.busUrl.length > 0 ? fleetEngine : localEngine)(config, log, onEvent);
  const { engine, library, fleet } = source;
  const store = await openConfiguredStore(config, log, counts.database.onCall);
  const accessTokens = new AccessTokens(config, store);
  const tracing = await startTracing(config.traceEndpoint, log);
  const { grammarsDir: folder, grammarHosts: hosts, language } = config;
  const grammars = new Grammars({ folder, hosts, language, onTurn: counts.grammars.onTurn });
  const traits = Traits.load();
  const ready = () => readiness(config, store, source);
  const admits = (client: string) => {
    const admitted = engine.hasRoom(client);
    if (!admitted) counts.engine.onRefused();
    return admitted;
  };
  const recognition = { ...createRecognition(source, traits), admits };
  const biometrics = {
    scorer: VoiceScorer.load(),
    biometrics: store.biometrics,
    audit: store.records,
  };
  const background = new BackgroundJobs({
    config,
    log,
    grammars,
    recognition,
    engine,
    voices: biometrics,
    store: store.jobs,
    answers: store.answers,
  });
  const app = await createApp({
    config,
    version,
    log,
    tracing: tracing !== undefined,
    checkToken: tokenChecker(config, store, accessTokens, issuer),
    accessTokens,
    ...(store.rates && { rates: new SharedOrOwnRates(store.rates) }),
    readiness: ready,
    measures: measuresOf(counts, { config, engine, grammars, store, readiness: ready, issuer }),
    engine: () => engineFigures(engine),
    ...(fleet && { bus: fleet }),
    grammars,
    reloadGrammars: () => store.reloadGrammars(),
    recognition,
    live: new LiveRecognizer(engine),
    synthesis: { ...createSynthesis(source), admits },
    library,
    billing: store.records,
    answers: store.answers,
    jobs: store.jobs,
    voices: {
      ...biometrics,
      speakers: new Speakers(engine),
      traits,
      challenges: createChallenges(config, source.models, new TextCheck(engine)),
      antispoofing,
      admits,
    },
  });
  try {
    await app.listen({ host: config.host, port: config.port });
    const engineReady = source.start().then(
      () => true,
      (error: Error) => {
        log.error({ err: error }, 'no engine process is running');
        return false;
      },
    );
    store.follow();
    store.onReloadGrammars(() => grammars.forgetFetched());
    background.start();
    return {
      address: `${listeningAt(config.host, app.server.address() as AddressInfo)}${config.pathPrefix}`,
      modelsDir: source.modelsDir,
      engineReady,
      makeFirstToken: async (show) => (await store.tokens.ensureFirst(show)) !== undefined,
      hadToken: () => store.tokens.any(),
      async close() {
        const until = performance.now() + config.shutdownSeconds * 1000;
        const served = app.close();
        const rested = background.stop();
        // Connections that were busy a moment ago and are idle now would be kept for their keep-alive time.
        const idle = setInterval(() => app.server.closeIdleConnections(), 50);
        const late = setTimeout(closeUnused, LAST_REQUESTS_MS);
        await Promise.race([served, elapsed(config.shutdownSeconds * 1000)]);
        // What is still at work is given up now, and its clients get that answer before their connections end.
        source.closeModels();
        await Promise.all([grammars.close(), source.close(Math.max(0, until - performance.now()))]);
        await Promise.race([Promise.all([served, rested]), elapsed(LAST_ANSWERS_MS)]);
        clearInterval(idle);
        clearTimeout(late);
        await store.close();
        await tracing?.stop();
      },
    };
  } catch (error) {
    await app.close();
    await source.close(0);
    await store.close();
    throw error;
  }
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
