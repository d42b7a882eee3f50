import { shownServers } from '@locutor/engine';
import { Command, InvalidArgumentError } from 'commander';
import { version } from '../../common/version.ts';
import { type Config, shortPath } from '../../config/index.ts';
import { createLog } from '../../http/log.ts';
import type { ObservedWorker } from '../../serve/observed-worker.ts';
import type { Context } from '../command.ts';
import { exitWithin } from '../exit-deadline.ts';
import { addJsonOption, type JsonOption } from '../list.ts';
import { print } from '../print.ts';
import { stopOnSignals } from '../stop-on-signals.ts';
import { UsageError } from '../usage-error.ts';

/** Time to release what a failed start has opened. */
const FAILED_START_MS = 10_000;

/** Offers the engine processes of this machine to the servers of a bus, until a signal. */
export function workerCommand(context: Context): Command {
  return addJsonOption(new Command('worker'))
    .description('offer the engine processes of this machine to servers, over NATS')
    .option('--health-port <port>', 'answer /health/live, /health/ready and /metrics on this port', port)
    .action(async ({ json = false, healthPort }: JsonOption & { healthPort?: number }) => {
      const config = context.config();
      if (config.busUrl.length === 0) {
        throw new UsageError('busUrl is empty; set LOCUTOR_BUS_URL to the NATS server, as on the HTTP nodes');
      }
      const log = createLog(config);
      const { startObservedWorker } = await import('../../serve/observed-worker.ts');
      const observed = await startObservedWorker(config, healthPort ?? config.workerHealthPort, log).catch(
        (error: unknown) => {
          exitWithin(FAILED_START_MS);
          throw error;
        },
      );
      const { worker } = observed;
      const finishMs = config.shutdownSeconds * 1000;
      stopOnSignals(log, finishMs, () => observed.close(finishMs));
      await worker.ready;
      await print(greeting(config, observed, json));
      log.info({ name: worker.name, version }, 'working');
    });
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('It is not a port from 0 to 65535.');
  return value;
}

function greeting({ busUrl }: Config, { worker, health }: ObservedWorker, json: boolean): string {
  const { name, processes, modelsDir } = worker;
  const bus = shownServers({ servers: busUrl });
  if (json) {
    return `${JSON.stringify({ version, name, bus, processes, modelsDir, ...(health && { health }) })}\n`;
  }
  const rows = [
    ['bus', bus],
    ['engine', processes === 1 ? '1 process' : `${processes} processes`],
    ['models', shortPath(modelsDir)],
    ...(health ? [['health', health]] : []),
  ];
  const lines = rows.map(([title = '', value]) => `  ${title.padEnd(11)}${value}`);
  return `\nLocutor ${version} works as ${name}\n\n${lines.join('\n')}\n\n`;
}
