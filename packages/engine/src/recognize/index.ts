export { type RecognizerName, recognizerNames } from '../speech/recognizer-name.ts';
export type { RecognitionPool } from './recognition-pool.ts';
export { Recognizer } from './recognizer.ts';
export type {
  EndpointerOptions,
  Hint,
  RecognitionStatus,
  RecognizedSegment,
  RecognizedWord,
  RecognizeRequest,
  SegmentAlternative,
} from './types.ts';
