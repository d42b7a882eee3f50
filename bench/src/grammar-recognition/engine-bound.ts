// Grammar-bound search is an inner part of the engine; a benchmark of what it decides has to look inside.

export type { GrammarInput } from '../../../packages/engine/dist/contract/recognition.js';
export { emptinessOf } from '../../../packages/engine/dist/jobs/recognize/no-speech.js';
export type { Hypothesis } from '../../../packages/engine/dist/search/beam-search.js';
export { acceptance } from '../../../packages/engine/dist/search/grammar/acceptance.js';
export { BoundSearch, type Found } from '../../../packages/engine/dist/search/grammar/bound-search.js';
export type { SegmentSearch } from '../../../packages/engine/dist/search/segment-search.js';
