// Voice activity detection is an inner part of the engine; a benchmark of what it finds has to look inside.

export { Endpointer } from '../../../packages/contract/dist/endpointing/endpointer.js';
export { UtteranceCutter } from '../../../packages/inference/dist/embed/utterance-cutter.js';
export { SileroVad } from '../../../packages/inference/dist/vad/silero.js';
export { detectSpeechActivity } from '../../../packages/inference/dist/vad/speech-activity.js';
export { windowsOf } from '../../../packages/inference/dist/vad/windows-of.js';
