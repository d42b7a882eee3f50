// Graph preparation is an inner part of the models package, reached by the store alone; a benchmark of it has to look inside.

export { flattenBranch } from '../../../packages/models/dist/graphs/flatten.js';
export {
  graphFiles,
  graphValues,
  layerValues,
  preparers,
  type RecognizerGraphs,
  recognizerGraphs,
} from '../../../packages/models/dist/graphs/index.js';
export { readModel } from '../../../packages/models/dist/graphs/onnx.js';
