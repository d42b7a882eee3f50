// When speech is noticed is decided inside the engine; a benchmark of it has to look inside.

export { Endpointer } from '../../../packages/engine/dist/listen/endpointer.js';
export { SpeechOnset } from '../../../packages/engine/dist/listen/speech-onset.js';
