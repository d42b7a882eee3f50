import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { version } from '../common/version.ts';
import type { Config } from '../config/index.ts';
import { authentication } from '../http/plugins/authentication.ts';
import { errors } from '../http/plugins/errors.ts';
import { formats } from '../http/plugins/formats.ts';
import { health } from '../http/plugins/health.ts';
import { host } from '../http/plugins/host.ts';
import { methods } from '../http/plugins/methods.ts';
import { metrics } from '../http/plugins/metrics.ts';
import { requestIds } from '../http/plugins/request-ids.ts';
import { securityHeaders } from '../http/plugins/security-headers.ts';
import { serverOptions } from '../http/server-options.ts';
import { measureBuild } from '../metrics/build-metrics.ts';
import { measureBusConnection } from '../metrics/bus-metrics.ts';
import { measureWorker } from '../metrics/engine-metrics.ts';
import type { Measure } from '../metrics/measure.ts';
import { measureEngineMemory, measureReadiness } from '../metrics/server-metrics.ts';
import { sameToken } from '../store/index.ts';
import { engineFigures } from './engine-figures.ts';
import { listeningAt } from './listening-at.ts';
import type { RunningWorker } from './worker.ts';

/** What a worker says of itself: nodes see it only while it is on the bus. */
type Observed = Pick<RunningWorker, 'engine' | 'bus' | 'missing'>;

/** Whether a job sent now would be done. A worker whose processes are all busy is ready: its nodes wait for it. */
export function workerReadiness({ engine, bus, missing }: Observed) {
  const { status, running, up, processes } = engine.state();
  const { connected, leaving } = bus();
  const lacking = missing();
  return {
    ready: up > 0 && connected && !leaving && lacking.length === 0,
    models: { ready: lacking.length === 0, missing: lacking },
    engine: { status, processes: processes.length, ready: up, running },
    bus: { connected, leaving },
  };
}

/** The probes and metrics of a worker, by the plugins of the server. */
export async function createWorkerHealth(
  config: Config,
  log: Logger,
  worker: Observed,
  measures: readonly Measure[],
) {
  const rules = { translate: () => undefined };
  const app = Fastify(serverOptions(config, log, rules));
  const registry = new Registry();
  const readiness = async () => workerReadiness(worker);
  await app.register(errors, rules);
  await app.register(requestIds);
  await app.register(securityHeaders);
  await app.register(host);
  await app.register(methods);
  // A worker has no database: it knows the token and the users of its configuration only.
  await app.register(authentication, {
    checkToken: async (text) =>
      config.token !== '' && sameToken(config.token, text)
        ? { id: 'configuration', scopes: ['*'] }
        : undefined,
    credentials: config.credentials,
    rate: '',
    onForbidden: async () => {},
  });
  await app.register(formats);
  measureBuild(registry, version);
  measureWorker(registry, () => engineFigures(worker.engine));
  measureBusConnection(registry, () => worker.bus().connected);
  const own = [measureReadiness(readiness), measureEngineMemory(() => worker.engine.state())];
  for (const measure of [...own, ...measures]) measure(registry);
  await app.register(metrics, { registry, access: config.authMetrics, pathPrefix: '' });
  await app.register(health, { readiness });
  app.refuseOtherMethods();
  return app;
}

/** Listens; its address, and how to end it. */
export async function serveWorkerHealth(
  config: Config,
  port: number,
  ...rest: readonly [log: Logger, worker: Observed, measures: readonly Measure[]]
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const app = await createWorkerHealth(config, ...rest);
  await app.listen({ host: config.host, port });
  return {
    address: listeningAt(config.host, app.server.address() as AddressInfo),
    close: () => app.close(),
  };
}
