// When speech is noticed, and what is recognised of it while it lasts, is decided inside the engine; a benchmark of it has to
// look inside.

export { Endpointer } from '../../../packages/contract/dist/endpointing/endpointer.js';
export { SpeechOnset } from '../../../packages/contract/dist/endpointing/speech-onset.js';
export { listen } from '../../../packages/inference/dist/jobs/listen.js';
export { listenAgain } from '../../../packages/inference/dist/jobs/listen-again.js';
