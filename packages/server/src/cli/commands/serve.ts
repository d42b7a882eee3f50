import { Command } from 'commander';
import { version } from '../../common/version.ts';
import { createLog } from '../../http/log.ts';
import type { Context } from '../command.ts';
import { exitWithin } from '../exit-deadline.ts';
import { greet } from '../greet.ts';
import { addJsonOption, type JsonOption } from '../list.ts';
import { stopOnSignals } from '../stop-on-signals.ts';

/** Time to release what a failed start has opened. */
const FAILED_START_MS = 10_000;

/** Starts the server, prints its address and stops it in good order on a signal. */
export function serveCommand(context: Context): Command {
  return addJsonOption(new Command('serve'))
    .description('start the server (the default)')
    .action(async ({ json = false }: JsonOption) => {
      const config = context.config();
      const log = createLog(config);
      // Loaded here, because no other command needs the HTTP server.
      const { startServer } = await import('../../serve/server.ts');
      const server = await startServer(config, log).catch((error: unknown) => {
        // Something that was opened may keep the process alive although it will never serve.
        exitWithin(FAILED_START_MS);
        throw error;
      });
      stopOnSignals(log, config.shutdownSeconds * 1000, () => server.close());
      await greet(config, server, await server.engineReady, log, json);
      log.info({ address: server.address, version }, 'serving');
    });
}
