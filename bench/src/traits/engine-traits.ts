// How a segment's voice is embedded is an inner part of the engine; a benchmark of it looks inside.

export { SpeakerModel } from '../../../packages/engine/dist/speakers/speaker-model.js';
export { embedSegment } from '../../../packages/engine/dist/speakers/traits/embed-segment.js';
