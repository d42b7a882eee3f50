export { defaultModelsDir } from './default-dir.ts';
export { ensureModels } from './ensure-models.ts';
export { ModelError, type ModelErrorCode } from './errors.ts';
export type { FetchEvent, FetchOptions } from './fetch-event.ts';
export { defaultModels, models } from './manifest.ts';
export type { Licence, Model, ModelFile, ModelRole } from './model.ts';
export { type Progress, showProgress } from './progress.ts';
export type { SourceOverrides } from './sources/index.ts';
export { type DamagedFile, type ModelStatus, ModelStore, type ModelStoreOptions } from './store.ts';
