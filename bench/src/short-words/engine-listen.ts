// Voice activity detection is an inner part of the engine; a benchmark of what it finds has to look inside.

export { Endpointer } from '../../../packages/engine/dist/listen/endpointer.js';
export { SileroVad } from '../../../packages/engine/dist/listen/silero.js';
export { detectSpeechActivity } from '../../../packages/engine/dist/listen/speech-activity.js';
export { windowsOf } from '../../../packages/engine/dist/listen/windows-of.js';
export { UtteranceCutter } from '../../../packages/engine/dist/speakers/utterance-cutter.js';
