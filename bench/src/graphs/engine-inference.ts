// How graphs are opened is an inner part of the engine; a comparison of graphs has to look inside.

export { openModel, preparedGraph } from '../../../packages/inference/dist/runtime/open-model.js';
