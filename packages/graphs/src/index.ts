/** How published graphs become ours. */

export { DTLN_FRAME, DTLN_HOP, prepareDtln } from './dtln/dtln.ts';
export { kokoroGraphs, type SpeechLayer, type SpeechStage, type SpeechStages } from './kokoro/kokoro.ts';
export type { NamedBytes, Preparer } from './preparer.ts';
export { preparers } from './preparers.ts';
export { graphFiles } from './recognizers/graph-files.ts';
export { type RecognizerGraphs, recognizerGraphs } from './recognizers/recognizer-graphs.ts';
export { graphValues, INNER_LAYERS, type InnerLayer, layerValues } from './recognizers/value-names.ts';
export { signedProductProbe, withUnsignedProducts } from './rewrite/exact-products.ts';
export { prepareSilero, SILERO_PHASES, SILERO_ROW, SILERO_STATE } from './silero/silero.ts';
