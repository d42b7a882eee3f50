// Graph preparation is an inner part of the engine, reached by the store alone; a benchmark of it has to look inside.

export { flattenBranch } from '../../../packages/engine/dist/models/graphs/flatten.js';
export {
  graphFiles,
  graphValues,
  layerValues,
  preparers,
  type RecognizerGraphs,
  recognizerGraphs,
} from '../../../packages/engine/dist/models/graphs/index.js';
export { readModel } from '../../../packages/engine/dist/models/graphs/onnx.js';
