import { askWorkers, BUS_PROTOCOL, shownServers } from '@locutor/engine';
import { counted } from '../../common/counted.ts';
import type { Config } from '../../config/index.ts';
import { busOptions } from '../../serve/bus-options.ts';
import { neededModels } from '../../serve/models.ts';
import { type Check, failure, ok, warning } from './check.ts';

/** Whether the bus lets us in, and who works there. */
export async function checkBus(config: Config): Promise<Check> {
  const name = 'bus';
  const where = shownServers({ servers: config.busUrl });
  const { reason, workers } = await askWorkers(busOptions(config));
  if (reason !== undefined) {
    return failure(
      name,
      `${where}: ${reason}`,
      'Check LOCUTOR_BUS_URL, the credentials, and that NATS runs.',
    );
  }
  const fitting = workers.filter(({ protocol }) => protocol === BUS_PROTOCOL);
  const others = workers.length - fitting.length;
  const processes = fitting.reduce((sum, { up }) => sum + up, 0);
  const found = `${where}: ${counted(fitting.length, 'worker')}, ${processes === 1 ? '1 engine process' : `${processes} engine processes`}`;
  if (fitting.length === 0) {
    const strangers = others > 0 ? `; ${others} of another version` : '';
    return warning(name, `${found}${strangers}`, 'Start a worker of this version: npx locutor worker');
  }
  const lacking = neededModels(config).filter(
    (model) => !fitting.some(({ models }) => models.includes(model)),
  );
  if (lacking.length > 0) {
    return warning(
      name,
      `${found}; none has ${lacking.join(', ')}`,
      'Give the workers this configuration, too.',
    );
  }
  if (others > 0) {
    return warning(name, `${found}; ${others} of another version`, 'They serve the nodes of their version.');
  }
  return ok(name, found);
}
