import { ModelError } from '@locutor/models';
import { type Config, shortPath } from '../../config/index.ts';
import { fetchCommand, modelStore, neededModels } from '../../serve/models.ts';
import { type Check, failure, ok, warning } from './check.ts';

/** Whether the models that a start needs are installed, and all that are installed are intact, byte by byte. */
export async function checkModels(config: Config): Promise<Check> {
  const name = 'models';
  try {
    const store = modelStore(config);
    const installed = store
      .status()
      .filter(({ ready }) => ready)
      .map((model) => model.name);
    const damaged = [...new Set((await store.verify(installed)).map(({ model }) => model))];
    if (damaged.length > 0) {
      return failure(name, `damaged: ${damaged.join(', ')}`, `Run: ${fetchCommand(damaged.join(' '))}`);
    }
    const missing = store.missing(neededModels(config));
    const advice = `Run: ${fetchCommand(missing.join(' '))}`;
    if (missing.length > 0 && config.modelsFetch === 'never') {
      return failure(name, `missing: ${missing.join(', ')}`, advice);
    }
    if (missing.length > 0)
      return warning(name, `missing: ${missing.join(', ')}; the next start fetches them`, advice);
    return ok(name, `${installed.join(', ')} intact in ${shortPath(store.dir)}`);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return failure(name, error.message, 'Set LOCUTOR_MODELS_DIR to a folder that this user can read.');
  }
}
