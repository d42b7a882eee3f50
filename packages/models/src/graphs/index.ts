export { GraphError, type GraphErrorCode } from './errors.ts';
export { graphFiles } from './graph-files.ts';
export { preparers } from './prepare.ts';
export { type RecognizerGraphs, recognizerGraphs } from './recognizer-graphs.ts';
export { graphValues, layerValues } from './value-names.ts';
