// Alignment is an inner part of the engine, reached by the recogniser alone; a benchmark of it has to look inside.

export { speechSpans } from '../../../packages/contract/dist/endpointing/speech-spans.js';
export { type RecognizerName, recognizerNames } from '../../../packages/contract/dist/recognizer-name.js';
export { SAMPLE_RATE, VAD_WINDOW } from '../../../packages/contract/dist/sample-rate.js';
export type { SpeechSpan } from '../../../packages/contract/dist/speech-span.js';
export { alignWords } from '../../../packages/inference/dist/align/index.js';
export { DecoderRun } from '../../../packages/inference/dist/speech/decoder-run.js';
export type { SpeechModel } from '../../../packages/inference/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/inference/dist/speech/speech-models.js';
export { tokenWords } from '../../../packages/inference/dist/speech/vocabulary.js';
export { SileroVad } from '../../../packages/inference/dist/vad/silero.js';
