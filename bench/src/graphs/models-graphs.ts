// Graph preparation is an inner part of the models package, reached by the store alone; a benchmark of it has to look inside.

export {
  graphFiles,
  graphValues,
  layerValues,
  preparers,
  type RecognizerGraphs,
  recognizerGraphs,
} from '../../../packages/graphs/dist/index.js';
export { readModel } from '../../../packages/graphs/dist/onnx/onnx.js';
export { flattenBranch } from '../../../packages/graphs/dist/rewrite/flatten.js';
