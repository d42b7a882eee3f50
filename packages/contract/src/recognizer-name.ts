import { recognizerGraphs } from '@locutor/graphs';

/** A recognition model, by its name in the model store. */
export type RecognizerName = keyof typeof recognizerGraphs;

export const recognizerNames = Object.keys(recognizerGraphs) as readonly RecognizerName[];
