import { Command } from 'commander';
import { version } from '../../common/version.ts';
import { busProblems, type Config } from '../../config/index.ts';
import { createLog } from '../../http/log.ts';
import type { Context } from '../command.ts';
import { exitWithin } from '../exit-deadline.ts';
import { greet } from '../greet.ts';
import { addJsonOption, type JsonOption } from '../list.ts';
import { stopOnSignals } from '../stop-on-signals.ts';
import { UsageError } from '../usage-error.ts';

/** Time to release what a failed start has opened. */
const FAILED_START_MS = 10_000;

/** Starts the server, prints its address and stops it in good order on a signal. */
export function serveCommand(context: Context): Command {
  return addJsonOption(new Command('serve'))
    .description('start the server (the default)')
    .option('--no-local-engine', 'run no engine processes; jobs run on the workers at busUrl')
    .action(async ({ json = false, localEngine }: JsonOption & { localEngine: boolean }) => {
      const config = configFor(context, localEngine);
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

/** The option can only switch the engine off: without it, the setting decides. */
function configFor(context: Context, localEngine: boolean): Config {
  const config = context.config();
  if (localEngine) return config;
  const thin = { ...config, localEngine };
  const [problem] = busProblems(thin);
  if (problem !== undefined) throw new UsageError(problem);
  return thin;
}
