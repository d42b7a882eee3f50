export { defaultEndpointer } from '../endpoint/default-endpointer.ts';
export { type RecognizerName, recognizerNames } from '../speech/recognizer-name.ts';
export type { AudioLength } from './audio-length.ts';
export type { RecognitionPool } from './recognition-pool.ts';
export { Recognizer } from './recognizer.ts';
export type {
  BoundAlternative,
  EndpointerOptions,
  GrammarInput,
  Hint,
  RecognitionStatus,
  RecognizedSegment,
  RecognizedWord,
  RecognizeRequest,
  SegmentAlternative,
} from './types.ts';
