import { defaultModels, defaultModelsDir, ensureModels, ModelError, ModelStore } from '@locutor/engine';
import type { Config } from '../config/index.ts';

export function modelsDir(config: Config): string {
  return config.modelsDir === 'auto' ? defaultModelsDir() : config.modelsDir;
}

export function modelStore(config: Config): ModelStore {
  return new ModelStore({
    dir: modelsDir(config),
    sources: config.modelSources,
    fetchCommand: (model) => `npx locutor models fetch ${model}`,
  });
}

/** The store with every default model in it, fetched now if need be and allowed. */
export async function readyModels(config: Config): Promise<ModelStore> {
  const store = modelStore(config);
  const missing = store.missing(defaultModels);
  if (missing.length > 0 && config.modelsFetch === 'never') {
    throw new ModelError(
      'not-ready',
      `Missing models: ${missing.join(', ')}. modelsFetch is "never"; fetch them with: npx locutor models fetch`,
    );
  }
  await ensureModels(store, defaultModels);
  return store;
}
