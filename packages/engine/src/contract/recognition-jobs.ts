import type {
  AudioSegment,
  FindSegmentsInput,
  FindSegmentsOutput,
  RecognizeSegmentInput,
  RecognizeSegmentOutput,
} from './recognition.ts';

/** The two kinds of work that a recognition is made of. */
export type RecognitionJobs = {
  'find-segments': { input: FindSegmentsInput; output: FindSegmentsOutput; partial: AudioSegment };
  'recognize-segment': { input: RecognizeSegmentInput; output: RecognizeSegmentOutput; partial: never };
};
