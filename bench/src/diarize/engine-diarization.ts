// How speakers are told apart is an inner part of the engine, reached through its processes; a benchmark that measures
// its parts looks inside instead.

export { speechSpans } from '../../../packages/engine/dist/contract/speech-spans.js';
export { diarize } from '../../../packages/engine/dist/jobs/diarize.js';
export { SileroVad } from '../../../packages/engine/dist/listen/silero.js';
