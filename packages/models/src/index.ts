/** The models: their manifest, the store that fetches and checks them, and the graphs that are made of them. */
export { writeAtomically } from './atomic-file.ts';
export { builtFile } from './built-file.ts';
export { defaultModelsDir } from './default-dir.ts';
export { type EnsureOptions, ensureModels } from './ensure-models.ts';
export { ModelError, type ModelErrorCode } from './errors.ts';
export type { FetchEvent, FetchOptions } from './fetch-event.ts';

export { conditionedModels, freeModels } from './licence-conditions.ts';
export { makeFolder } from './make-folder.ts';
export { defaultModels, models } from './manifest.ts';
export type { Licence, Model, ModelFile, ModelRole } from './model.ts';
export { type Progress, showProgress } from './progress.ts';
export { isSourceAddress } from './sources/address.ts';
export type { SourceOverrides } from './sources/index.ts';
export { type DamagedFile, type ModelStatus, ModelStore, type ModelStoreOptions } from './store.ts';
