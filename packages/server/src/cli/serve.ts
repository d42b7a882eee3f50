import closeWithGrace from 'close-with-grace';
import type { Config } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import { startServer } from '../serve/server.ts';
import { version } from '../version.ts';
import { greet } from './greet.ts';

/** Starts the server, says where it is and stops it in good order on a signal. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config);
  const server = await startServer(config, log);
  const graceMs = (config.shutdownSeconds + 5) * 1000;
  closeWithGrace({ delay: graceMs, logger: false }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an error nobody caught');
    else log.info({ signal }, 'stopping');
    await server.close();
    log.info('stopped');
  });
  await greet(config, server, await server.engineReady, log);
  log.info({ address: server.address, version }, 'serving');
}
