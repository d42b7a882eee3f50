// How speakers are told apart is an inner part of the engine, reached through its processes; a benchmark that measures
// its parts looks inside instead.

export { loadBackground } from '../../../packages/engine/dist/speakers/background.js';
export { bestAssignment } from '../../../packages/engine/dist/speakers/diarization/assignment.js';
export { globalSpeakers } from '../../../packages/engine/dist/speakers/diarization/global-speakers.js';
export { observe } from '../../../packages/engine/dist/speakers/diarization/observe.js';
export { SegmentationModel } from '../../../packages/engine/dist/speakers/diarization/segmentation-model.js';
export { turnsOf } from '../../../packages/engine/dist/speakers/diarization/turns.js';
export type { ObservedWindow } from '../../../packages/engine/dist/speakers/diarization/types.js';
export { SpeakerModel } from '../../../packages/engine/dist/speakers/speaker-model.js';
export { SileroVad } from '../../../packages/engine/dist/voice/silero.js';
export { speechSpans } from '../../../packages/engine/dist/voice/speech-spans.js';
