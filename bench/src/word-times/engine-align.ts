// Alignment is an inner part of the engine, reached by the recogniser alone; a benchmark of it has to look inside.

export { alignWords } from '../../../packages/engine/dist/align/index.js';
export {
  type RecognizerName,
  recognizerNames,
} from '../../../packages/engine/dist/contract/recognizer-name.js';
export { SAMPLE_RATE, VAD_WINDOW } from '../../../packages/engine/dist/contract/sample-rate.js';
export type { SpeechSpan } from '../../../packages/engine/dist/contract/speech-span.js';
export { speechSpans } from '../../../packages/engine/dist/contract/speech-spans.js';
export { SileroVad } from '../../../packages/engine/dist/listen/silero.js';
export { DecoderRun } from '../../../packages/engine/dist/speech/decoder-run.js';
export type { SpeechModel } from '../../../packages/engine/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/engine/dist/speech/speech-models.js';
export { tokenWords } from '../../../packages/engine/dist/speech/vocabulary.js';
