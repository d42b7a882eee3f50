// Alignment is an inner part of the engine, reached by the recogniser alone; a benchmark of it has to look inside.

export { alignWords } from '../../../packages/engine/dist/align/index.js';
export { DecoderRun } from '../../../packages/engine/dist/decode/decoder-run.js';
export {
  type RecognizerName,
  recognizerNames,
} from '../../../packages/engine/dist/speech/recognizer-name.js';
export type { SpeechModel } from '../../../packages/engine/dist/speech/speech-model.js';
export { SpeechModels } from '../../../packages/engine/dist/speech/speech-models.js';
export { tokenWords } from '../../../packages/engine/dist/speech/vocabulary.js';
export { SileroVad, VOICE_RATE, VOICE_WINDOW } from '../../../packages/engine/dist/voice/silero.js';
export { type SpeechSpan, speechSpans } from '../../../packages/engine/dist/voice/speech-spans.js';
