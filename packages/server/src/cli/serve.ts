import type { Config } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import { startServer } from '../serve/server.ts';
import { version } from '../version.ts';
import { exitWithin } from './exit-deadline.ts';
import { greet } from './greet.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Time to let go of what a failed start has opened. */
const FAILED_START_MS = 10_000;

/** Starts the server, says where it is and stops it in good order on a signal. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config);
  const server = await startServer(config, log).catch((error: unknown) => {
    // Something that was opened may keep the process alive although it will never serve.
    exitWithin(FAILED_START_MS);
    throw error;
  });
  stopOnSignals(log, config.shutdownSeconds * 1000, () => server.close());
  await greet(config, server, await server.engineReady, log);
  log.info({ address: server.address, version }, 'serving');
}
