// The parts of the engine that a recognition is made of are inner ones; a benchmark of them has to look inside.

export type {
  AudioSegment,
  FindSegmentsInput,
  RecognizeSegmentInput,
} from '../../../packages/contract/dist/recognition.js';
export { findSegments } from '../../../packages/inference/dist/jobs/find-segments.js';
export { recognizeSegment } from '../../../packages/inference/dist/jobs/recognize-segment.js';
export { beamSearch } from '../../../packages/inference/dist/search/beam-search.js';
export { readHypothesis } from '../../../packages/inference/dist/search/reading.js';
export { searchOptions } from '../../../packages/inference/dist/search/search-options.js';
export { topTokens } from '../../../packages/inference/dist/search/top-tokens.js';
export { DecoderRun } from '../../../packages/inference/dist/speech/decoder-run.js';
export { MEL_BANDS, melFeatures } from '../../../packages/inference/dist/speech/mel.js';
export {
  type PreparedSamples,
  prepareSamples,
} from '../../../packages/inference/dist/speech/prepare-samples.js';
export type { SpeechModel } from '../../../packages/inference/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/inference/dist/speech/speech-models.js';
