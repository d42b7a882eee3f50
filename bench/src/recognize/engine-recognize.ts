// The parts of the engine that a recognition is made of are inner ones; a benchmark of them has to look inside.

export { plainText } from '@locutor/text';
export { beamSearch } from '../../../packages/engine/dist/decode/beam-search.js';
export { DecoderRun } from '../../../packages/engine/dist/decode/decoder-run.js';
export { topTokens } from '../../../packages/engine/dist/decode/top-tokens.js';
export { findSegments } from '../../../packages/engine/dist/jobs/find-segments.js';
export { recognizeSegment } from '../../../packages/engine/dist/jobs/recognize-segment.js';
export { prepareSamples } from '../../../packages/engine/dist/recognize/prepare-samples.js';
export { distinctReadings, readHypothesis } from '../../../packages/engine/dist/recognize/reading.js';
export { searchOptions } from '../../../packages/engine/dist/recognize/search-options.js';
export type {
  AudioSegment,
  FindSegmentsInput,
  RecognizeSegmentInput,
} from '../../../packages/engine/dist/recognize/types.js';
export { wordScores } from '../../../packages/engine/dist/recognize/word-scores.js';
export { MEL_BANDS, melFeatures } from '../../../packages/engine/dist/speech/mel.js';
export type { SpeechModel } from '../../../packages/engine/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/engine/dist/speech/speech-models.js';
