import { ConfigError, type LoadedConfig, shortPath } from '../../config/index.ts';
import { checkBus } from './bus.ts';
import { type Check, failure, ok } from './check.ts';
import { checkClock } from './clock.ts';
import { checkDatabase } from './database.ts';
import { checkMemory, checkNode, checkProcessor } from './machine.ts';
import { checkModels } from './models.ts';
import { checkPort } from './port.ts';
import { checkProxy } from './proxy.ts';
import { checkDataFolder, checkDisk } from './storage.ts';

/** Checks everything that a start depends on; without a configuration, what does not depend on it. */
export async function* examine(load: () => LoadedConfig): AsyncGenerator<Check> {
  yield checkNode();
  yield checkProcessor();
  yield checkProxy();
  let loaded: LoadedConfig;
  try {
    loaded = load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice =
      'Correct it first; "locutor config --explain" describes every setting. The rest was not checked.';
    yield failure('configuration', error.problems.join('; '), advice);
    return;
  }
  const { config, file } = loaded;
  yield ok(
    'configuration',
    file === undefined ? 'no config file; defaults and environment' : shortPath(file),
  );
  yield checkMemory(config);
  yield* checkDisk(config);
  yield checkDataFolder(config);
  yield checkClock(config);
  yield await checkPort(config);
  yield await checkDatabase(config);
  if (config.busUrl.length > 0) yield await checkBus(config);
  // A thin node has no models, and a worker has them checked where it runs.
  if (config.localEngine) yield await checkModels(config);
}
