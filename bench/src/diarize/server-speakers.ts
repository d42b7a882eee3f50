// How words get their speakers, and speakers their names, is an inner part of the server; a benchmark of it has to look inside.

export { bestPairs } from '../../../packages/server/dist/operations/recognize/diarization/name-speakers.js';
export { withSpeakers } from '../../../packages/server/dist/operations/recognize/diarization/with-speakers.js';
