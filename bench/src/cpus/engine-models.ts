// Models are an inner part of the engine; a comparison of their raw outputs has to look inside.

export { WINDOWS_AT_ONCE } from '../../../packages/contract/dist/endpointing/judged-parts.js';
export { recognizerNames } from '../../../packages/contract/dist/recognizer-name.js';
export { VAD_WINDOW } from '../../../packages/contract/dist/sample-rate.js';
export { WINDOW_SAMPLES } from '../../../packages/inference/dist/diarization/frames.js';
export { SegmentationModel } from '../../../packages/inference/dist/diarization/segmentation-model.js';
export { SpeakerModel } from '../../../packages/inference/dist/embed/speaker-model.js';
export { DecoderRun } from '../../../packages/inference/dist/speech/decoder-run.js';
export type { SpeechModel } from '../../../packages/inference/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/inference/dist/speech/speech-models.js';
export { SpoofingDetector } from '../../../packages/inference/dist/spoofing/spoofing-detector.js';
export { SileroVad } from '../../../packages/inference/dist/vad/silero.js';
