export type { AudioLength } from './audio-length.ts';
export type { RecognitionPool } from './recognition-pool.ts';
export { type RecognizeOptions, Recognizer } from './recognizer.ts';
