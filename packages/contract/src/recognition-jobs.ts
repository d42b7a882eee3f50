import type { ListenAgainInput, ListenAgainOutput, ListenInput, ListenOutput } from './listen.ts';
import type {
  AudioSegment,
  FindSegmentsInput,
  FindSegmentsOutput,
  RecognizeSegmentInput,
  RecognizeSegmentOutput,
} from './recognition.ts';

/** The kinds of work that a recognition is made of. */
export type RecognitionJobs = {
  'find-segments': { input: FindSegmentsInput; output: FindSegmentsOutput; partial: AudioSegment };
  'recognize-segment': { input: RecognizeSegmentInput; output: RecognizeSegmentOutput; partial: never };
};

/** The same for a recognition of audio that is still being spoken. */
export type LiveJobs = Pick<RecognitionJobs, 'recognize-segment'> & {
  listen: { input: ListenInput; output: ListenOutput; partial: never };
  'listen-again': { input: ListenAgainInput; output: ListenAgainOutput; partial: never };
};
