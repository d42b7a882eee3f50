// How speakers are told apart is an inner part of the engine, reached through its processes; a benchmark that measures
// its parts looks inside instead.

export { speechSpans } from '../../../packages/contract/dist/endpointing/speech-spans.js';
export { diarize } from '../../../packages/inference/dist/jobs/diarize.js';
export { SileroVad } from '../../../packages/inference/dist/vad/silero.js';
