// How speakers are heard is an inner part of the engine, reached through its processes; a benchmark that hears
// thousands of clips looks inside instead.

export { embedSpeaker } from '../../../packages/engine/dist/jobs/embed-speaker.js';
