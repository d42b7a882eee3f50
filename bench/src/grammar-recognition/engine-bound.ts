// Grammar-bound search is an inner part of the engine; a benchmark of what it decides has to look inside.

export type { GrammarInput } from '../../../packages/engine/dist/contract/recognition.js';
export { BoundSearch, type Found } from '../../../packages/engine/dist/jobs/recognize/bound-search.js';
export type { Heard } from '../../../packages/engine/dist/jobs/recognize/heard.js';
export type { Hypothesis } from '../../../packages/engine/dist/search/beam-search.js';
export { acceptance } from '../../../packages/engine/dist/search/grammar/acceptance.js';
