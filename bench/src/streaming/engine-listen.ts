// When speech is noticed, and what is recognised of it while it lasts, is decided inside the engine; a benchmark of it has to
// look inside.

export { listen } from '../../../packages/engine/dist/jobs/listen.js';
export { listenAgain } from '../../../packages/engine/dist/jobs/listen-again.js';
export { Endpointer } from '../../../packages/engine/dist/listen/endpointer.js';
export { SpeechOnset } from '../../../packages/engine/dist/listen/speech-onset.js';
