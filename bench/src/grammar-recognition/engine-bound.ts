// Grammar-bound search is an inner part of the engine; a benchmark of what it decides has to look inside.

export { acceptance } from '../../../packages/engine/dist/bound/acceptance.js';
export { BoundSearch, type Found } from '../../../packages/engine/dist/bound/bound-search.js';
export type { Hypothesis } from '../../../packages/engine/dist/decode/beam-search.js';
export type { Heard } from '../../../packages/engine/dist/recognize/heard.js';
export type { GrammarInput } from '../../../packages/engine/dist/recognize/types.js';
