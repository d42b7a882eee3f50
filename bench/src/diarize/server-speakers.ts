// How words get their speakers is an inner part of the server; a benchmark of it has to look inside.

export { withSpeakers } from '../../../packages/server/dist/operations/recognize/diarization/with-speakers.js';
