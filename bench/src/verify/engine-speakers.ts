// How speakers are embedded is an inner part of the engine, reached through its processes; a benchmark that embeds
// thousands of clips looks inside instead.

export { embedSpeaker } from '../../../packages/inference/dist/jobs/embed-speaker.js';
