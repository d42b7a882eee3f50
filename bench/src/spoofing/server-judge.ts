// How utterances are judged together is an inner part of the server; a benchmark of the decision looks inside.

export { judgeSpoofing } from '../../../packages/server/dist/biometrics/antispoofing/judge.js';
