/** The models: their manifest, the store that fetches and checks them, and the graphs that are made of them. */
export { writeAtomically } from './atomic-file.ts';
export { builtFile } from './built-file.ts';
export { defaultModelsDir } from './default-dir.ts';
export { type EnsureOptions, ensureModels } from './ensure-models.ts';
export { ModelError, type ModelErrorCode } from './errors.ts';
export type { FetchEvent, FetchOptions } from './fetch-event.ts';
export { DTLN_FRAME, DTLN_HOP, prepareDtln } from './graphs/dtln.ts';
export { signedProductProbe, withUnsignedProducts } from './graphs/exact-products.ts';
export { graphFiles } from './graphs/graph-files.ts';
export {
  kokoroGraphs,
  type SpeechLayer,
  type SpeechStage,
  type SpeechStages,
} from './graphs/kokoro.ts';
export { type RecognizerGraphs, recognizerGraphs } from './graphs/recognizer-graphs.ts';
export { prepareSilero, SILERO_PHASES, SILERO_ROW, SILERO_STATE, type SileroRate } from './graphs/silero.ts';
export { graphValues, INNER_LAYERS, type InnerLayer, layerValues } from './graphs/value-names.ts';
export { conditionedModels, freeModels } from './licence-conditions.ts';
export { makeFolder } from './make-folder.ts';
export { defaultModels, models } from './manifest.ts';
export type { Licence, Model, ModelFile, ModelRole } from './model.ts';
export { type Progress, showProgress } from './progress.ts';
export { isSourceAddress } from './sources/address.ts';
export type { SourceOverrides } from './sources/index.ts';
export { type DamagedFile, type ModelStatus, ModelStore, type ModelStoreOptions } from './store.ts';
