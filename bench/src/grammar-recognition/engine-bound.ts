// Grammar-bound search is an inner part of the engine; a benchmark of what it decides has to look inside.

export type { GrammarInput } from '../../../packages/contract/dist/recognition.js';
export { emptinessOf } from '../../../packages/inference/dist/jobs/recognize/no-speech.js';
export type { Hypothesis } from '../../../packages/inference/dist/search/beam-search.js';
export { acceptance } from '../../../packages/inference/dist/search/grammar/acceptance.js';
export { BoundSearch, type Found } from '../../../packages/inference/dist/search/grammar/bound-search.js';
export type { SegmentSearch } from '../../../packages/inference/dist/search/segment-search.js';
