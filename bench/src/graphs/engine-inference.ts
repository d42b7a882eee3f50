// How graphs are opened is an inner part of the engine; a comparison of graphs has to look inside.

export { openGraph } from '../../../packages/inference/dist/runtime/open-graph.js';
