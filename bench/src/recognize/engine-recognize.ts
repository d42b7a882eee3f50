// The parts of the engine that a recognition is made of are inner ones; a benchmark of them has to look inside.

export type {
  AudioSegment,
  FindSegmentsInput,
  RecognizeSegmentInput,
} from '../../../packages/engine/dist/contract/recognition.js';
export { findSegments } from '../../../packages/engine/dist/jobs/find-segments.js';
export { recognizeSegment } from '../../../packages/engine/dist/jobs/recognize-segment.js';
export { beamSearch } from '../../../packages/engine/dist/search/beam-search.js';
export { readHypothesis } from '../../../packages/engine/dist/search/reading.js';
export { searchOptions } from '../../../packages/engine/dist/search/search-options.js';
export { topTokens } from '../../../packages/engine/dist/search/top-tokens.js';
export { DecoderRun } from '../../../packages/engine/dist/speech/decoder-run.js';
export { MEL_BANDS, melFeatures } from '../../../packages/engine/dist/speech/mel.js';
export {
  type PreparedSamples,
  prepareSamples,
} from '../../../packages/engine/dist/speech/prepare-samples.js';
export type { SpeechModel } from '../../../packages/engine/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/engine/dist/speech/speech-models.js';
