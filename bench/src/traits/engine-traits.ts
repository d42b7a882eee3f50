// How a segment's voice is embedded is an inner part of the engine; a benchmark of it looks inside.

export { SpeakerModel } from '../../../packages/inference/dist/embed/speaker-model.js';
export { embedSegment } from '../../../packages/inference/dist/traits/embed-segment.js';
