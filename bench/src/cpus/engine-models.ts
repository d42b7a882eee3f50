// Models are an inner part of the engine; a comparison of their raw outputs has to look inside.

export { recognizerNames } from '../../../packages/engine/dist/contract/recognizer-name.js';
export { VAD_WINDOW } from '../../../packages/engine/dist/contract/sample-rate.js';
export { WINDOWS_AT_ONCE } from '../../../packages/engine/dist/listen/judged-parts.js';
export { SileroVad } from '../../../packages/engine/dist/listen/silero.js';
export { WINDOW_SAMPLES } from '../../../packages/engine/dist/speakers/diarization/frames.js';
export { SegmentationModel } from '../../../packages/engine/dist/speakers/diarization/segmentation-model.js';
export { SpeakerModel } from '../../../packages/engine/dist/speakers/speaker-model.js';
export { SpoofingDetector } from '../../../packages/engine/dist/speakers/spoofing/spoofing-detector.js';
export { DecoderRun } from '../../../packages/engine/dist/speech/decoder-run.js';
export type { SpeechModel } from '../../../packages/engine/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/engine/dist/speech/speech-models.js';
