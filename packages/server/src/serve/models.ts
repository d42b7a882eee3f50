import {
  defaultModels,
  defaultModelsDir,
  ensureModels,
  ModelError,
  ModelStore,
  models as manifest,
} from '@locutor/models';
import type { Config } from '../config/index.ts';
import { modelFor } from '../models/model-choice.ts';

export function modelsDir(config: Config): string {
  return config.modelsDir === 'auto' ? defaultModelsDir() : config.modelsDir;
}

export const fetchCommand = (model: string) => `npx locutor models fetch ${model}`;

export function modelStore(config: Config): ModelStore {
  return new ModelStore({ dir: modelsDir(config), sources: config.modelSources, fetchCommand });
}

/** What a start needs: the recogniser of the configured language, and the default models of every other role. */
export function neededModels(config: Config): string[] {
  const recognizers = new Set(
    manifest.filter(({ role }) => role.startsWith('recognition-')).map(({ name }) => name),
  );
  const others = defaultModels.filter((name) => !recognizers.has(name));
  return [...others, modelFor(config.language, config)];
}

/** The store with every needed model in it, fetched now if need be and allowed. */
export async function readyModels(config: Config, needed = neededModels(config)): Promise<ModelStore> {
  const store = modelStore(config);
  const missing = store.missing(needed);
  if (missing.length > 0 && config.modelsFetch === 'never') {
    throw new ModelError(
      'not-ready',
      `Missing models: ${missing.join(', ')}. modelsFetch is "never"; fetch them with: ${fetchCommand(missing.join(' '))}`,
    );
  }
  await ensureModels(store, needed);
  return store;
}
